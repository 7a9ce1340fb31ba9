CREATE TABLE `hidden_messages` (
	`room_id` text NOT NULL,
	`seq` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`report_id` integer NOT NULL,
	`hidden_at` integer NOT NULL,
	PRIMARY KEY(`room_id`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `hidden_messages_report` ON `hidden_messages` (`report_id`);--> statement-breakpoint
CREATE TABLE `rooms_to_refresh` (
	`room_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL
);
