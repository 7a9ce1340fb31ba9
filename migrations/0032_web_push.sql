CREATE TABLE `push_devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint` ON `push_devices` (`endpoint`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_session` ON `push_devices` (`session`);--> statement-breakpoint
CREATE INDEX `push_devices_user` ON `push_devices` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `pushes` (
	`notification_id` integer NOT NULL,
	`device_id` integer NOT NULL,
	`due` integer NOT NULL,
	`claimed_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`notification_id`, `device_id`)
);
--> statement-breakpoint
CREATE INDEX `pushes_due` ON `pushes` (`due`);--> statement-breakpoint
CREATE INDEX `pushes_device` ON `pushes` (`device_id`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `push_due` integer;--> statement-breakpoint
CREATE INDEX `notifications_push` ON `notifications` (`push_due`) WHERE push_due is not null;--> statement-breakpoint
-- A deleted account gets no rows, also from a call that began before the deletion.
CREATE TRIGGER `push_devices_of_deleted` BEFORE INSERT ON `push_devices`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
