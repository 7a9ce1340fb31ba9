ALTER TABLE `media` ADD `open_until` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `discarded_at` integer;