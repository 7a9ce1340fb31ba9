ALTER TABLE `reports` ADD `content` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `answer_edited_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `answer_hidden_at` integer;