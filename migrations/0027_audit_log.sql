CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	`details` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_key_unique` ON `audit_log` (`key`);--> statement-breakpoint
CREATE TABLE `decision_reasons` (
	`order_id` text NOT NULL,
	`wallet` text NOT NULL,
	`refund` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `wallet`, `refund`)
);
--> statement-breakpoint
-- Rows are only added at the end. A repeated key is refused here too, because INSERT OR REPLACE deletes rows without the trigger below.
CREATE TRIGGER `audit_log_chained` BEFORE INSERT ON `audit_log`
WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM audit_log)
	OR NEW.previous_hash <> coalesce((SELECT hash FROM audit_log ORDER BY id DESC LIMIT 1), '')
	OR EXISTS (SELECT 1 FROM audit_log WHERE key = NEW.key)
BEGIN
	SELECT raise(ABORT, 'audit_log_moved');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_unchanged` BEFORE UPDATE ON `audit_log`
BEGIN
	SELECT raise(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_kept` BEFORE DELETE ON `audit_log`
BEGIN
	SELECT raise(ABORT, 'append_only');
END;
