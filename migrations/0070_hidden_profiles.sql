CREATE TABLE `hidden_profiles` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`hidden_at` integer,
	`unnotified_at` integer
);
--> statement-breakpoint
CREATE INDEX `profiles_hidden` ON `hidden_profiles` (`hidden_at`,`user_id`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX `profiles_unnotified` ON `hidden_profiles` (`unnotified_at`) WHERE unnotified_at is not null;--> statement-breakpoint
CREATE TRIGGER `hidden_profiles_of_deleted` BEFORE INSERT ON `hidden_profiles`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
