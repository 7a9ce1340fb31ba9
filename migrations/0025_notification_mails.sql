CREATE TABLE `notification_settings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`off` text DEFAULT '[]' NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`time_zone` text
);
--> statement-breakpoint
ALTER TABLE `notifications` ADD `hidden` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_due` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_claimed_at` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `mail_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`mail_due`) WHERE mail_due is not null;
--> statement-breakpoint
-- A deleted account gets no rows, also from a call that began before the deletion.
CREATE TRIGGER `notification_settings_of_deleted` BEFORE INSERT ON `notification_settings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
