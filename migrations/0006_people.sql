CREATE TABLE `carrots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`day` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `carrots_day` ON `carrots` (`user_id`,`day`);--> statement-breakpoint
CREATE INDEX `carrots_user` ON `carrots` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `follows` (
	`follower_id` integer NOT NULL,
	`followee_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`follower_id`, `followee_id`)
);
--> statement-breakpoint
CREATE INDEX `follows_followee` ON `follows` (`followee_id`);--> statement-breakpoint
CREATE TABLE `user_events` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `profiles` ADD `video_provider` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `video_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `orders_service` ON `orders` (`service_id`);--> statement-breakpoint
CREATE INDEX `orders_recent` ON `orders` (`created_at`,`terms_state`,`status`,`service_id`,`buyer_id`);--> statement-breakpoint
CREATE INDEX `quotes_seller` ON `quotes` (`seller_id`,`valid_until`);