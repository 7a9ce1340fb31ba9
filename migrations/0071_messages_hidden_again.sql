-- A message gets a row for each report that hides it. SQLite cannot change a primary key, so the table is written again.
CREATE TABLE `__new_hidden_messages` (
	`room_id` text NOT NULL,
	`seq` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`report_id` integer NOT NULL,
	`hidden_at` integer NOT NULL,
	`restored_at` integer,
	PRIMARY KEY(`room_id`, `seq`, `report_id`)
);
--> statement-breakpoint
INSERT INTO `__new_hidden_messages` (`room_id`, `seq`, `subject_id`, `report_id`, `hidden_at`)
	SELECT `room_id`, `seq`, `subject_id`, `report_id`, `hidden_at` FROM `hidden_messages`;--> statement-breakpoint
DROP TABLE `hidden_messages`;--> statement-breakpoint
ALTER TABLE `__new_hidden_messages` RENAME TO `hidden_messages`;--> statement-breakpoint
CREATE INDEX `hidden_messages_report` ON `hidden_messages` (`report_id`);--> statement-breakpoint
-- Leaves the messages out instead of refusing them, so that a report about a deleted account can still be decided. In the room of an order
-- messages stay, and can be hidden.
CREATE TRIGGER `hidden_messages_of_deleted` BEFORE INSERT ON `hidden_messages`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.subject_id AND deleted_at IS NOT NULL)
	AND EXISTS (SELECT 1 FROM rooms WHERE id = NEW.room_id AND pair IS NOT NULL)
BEGIN
	SELECT raise(IGNORE);
END;
--> statement-breakpoint
ALTER TABLE `rooms_to_refresh` ADD `tried_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A decided report about messages does not prevent another one.
UPDATE `reports` SET `thing_id` = `thing_id` || '.' || `id` WHERE `kind` = 'conversation' AND `decided_at` IS NOT NULL;
