ALTER TABLE `creators` ADD `unnotified_at` integer;--> statement-breakpoint
CREATE INDEX `creators_unnotified` ON `creators` (`unnotified_at`) WHERE unnotified_at is not null;