CREATE TABLE `blocks` (
	`blocker_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`)
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `chat_settings` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`hides_typing` integer DEFAULT false NOT NULL,
	`hides_seen` integer DEFAULT false NOT NULL,
	`hides_online` integer DEFAULT false NOT NULL,
	`digest_hours` integer DEFAULT 8 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `searchable_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`room_id` text NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `searchable_messages_message` ON `searchable_messages` (`room_id`,`seq`);--> statement-breakpoint
ALTER TABLE `room_members` ADD `last_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `room_members` ADD `folder` text DEFAULT 'inbox' NOT NULL;--> statement-breakpoint
ALTER TABLE `room_members` ADD `pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `room_members` ADD `muted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `room_members` ADD `marked_unread` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `room_members` ADD `digest_due` integer;--> statement-breakpoint
CREATE INDEX `room_members_folder` ON `room_members` (`user_id`,`folder`,`pinned`,`listed_at`,`room_id`);--> statement-breakpoint
CREATE INDEX `room_members_unread` ON `room_members` (`user_id`,`folder`,`pinned`,`listed_at`,`room_id`) WHERE last_seq > read_seq or marked_unread = 1;--> statement-breakpoint
CREATE INDEX `room_members_digest` ON `room_members` (`digest_due`) WHERE digest_due is not null;--> statement-breakpoint
UPDATE `room_members` SET `last_seq` = (SELECT r.`last_seq` FROM `rooms` r WHERE r.`id` = `room_members`.`room_id`);--> statement-breakpoint
-- The words of messages, as terms that the app makes; `rowid` is the id in `searchable_messages`. Not contentless: of such a table, FTS5 keeps
-- the terms of deleted rows until it next merges. With `secure-delete` they are removed with the row.
CREATE VIRTUAL TABLE `message_terms` USING fts5(terms, tokenize = "unicode61 remove_diacritics 0 tokenchars '~'");--> statement-breakpoint
INSERT INTO `message_terms` (`message_terms`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `chat_settings_of_deleted` BEFORE INSERT ON `chat_settings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `blocks_of_deleted` BEFORE INSERT ON `blocks`
WHEN EXISTS (SELECT 1 FROM users WHERE id IN (NEW.blocker_id, NEW.blocked_id) AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
