CREATE TABLE `delivery_files` (
	`media_id` text PRIMARY KEY NOT NULL,
	`step_id` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `delivery_files_step` ON `delivery_files` (`step_id`,`position`);--> statement-breakpoint
CREATE TABLE `delivery_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_steps_order` ON `delivery_steps` (`order_id`,`number`);