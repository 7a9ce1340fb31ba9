CREATE TABLE `message_files` (
	`media_id` text PRIMARY KEY NOT NULL,
	`room_id` text NOT NULL,
	`client_id` text NOT NULL,
	`seq` integer,
	`claimed_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE INDEX `message_files_removed` ON `message_files` (`removed_at`) WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX `message_files_room` ON `message_files` (`room_id`);