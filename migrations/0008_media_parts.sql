ALTER TABLE `media` ADD `upload_id` text;--> statement-breakpoint
ALTER TABLE `media` ADD `poster` text;--> statement-breakpoint
CREATE INDEX `media_poster` ON `media` (`poster`) WHERE poster is not null;--> statement-breakpoint
CREATE INDEX `media_unfinished` ON `media` (`created_at`) WHERE ready_at is null;