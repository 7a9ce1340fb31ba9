CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`event_key` text NOT NULL,
	`kind` text NOT NULL,
	`thing_kind` text NOT NULL,
	`thing_id` text NOT NULL,
	`params` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_event` ON `notifications` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`thing_id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notifications_age` ON `notifications` (`at`);--> statement-breakpoint
CREATE TABLE `pending_notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_notifications_source` ON `pending_notifications` (`source`,`source_id`);--> statement-breakpoint
-- A review becomes visible in several statements, see updateVisibility; its subject is notified by all of them.
CREATE TRIGGER `reviews_notified` AFTER UPDATE OF `visible` ON `reviews` WHEN NEW.visible > OLD.visible
BEGIN
	INSERT OR IGNORE INTO pending_notifications (source, source_id) VALUES ('review', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER `answers_notified` AFTER UPDATE OF `answered_at` ON `reviews` WHEN OLD.answered_at IS NULL AND NEW.answered_at IS NOT NULL
BEGIN
	INSERT OR IGNORE INTO pending_notifications (source, source_id) VALUES ('answer', NEW.id);
END;
--> statement-breakpoint
-- A deleted account gets no rows, also from a call that began before the deletion.
CREATE TRIGGER `notifications_of_deleted` BEFORE INSERT ON `notifications`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
