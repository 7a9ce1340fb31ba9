CREATE TABLE `accounts` (
	`address` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`provider` text NOT NULL,
	`linked_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `nonces` (
	`nonce` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`image` text,
	`geoip` text DEFAULT '{}' NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` integer NOT NULL,
	`email` text,
	`username` text,
	`language` text DEFAULT 'en' NOT NULL,
	`terms_accepted_at` integer
);
--> statement-breakpoint
CREATE TABLE `room_members` (
	`room_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`read_seq` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `room_members_user` ON `room_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`pair` text,
	`created_at` integer NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`last_user_id` integer,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rooms_order` ON `rooms` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `rooms_pair` ON `rooms` (`pair`);--> statement-breakpoint
CREATE TABLE `listing_media` (
	`listing_id` integer NOT NULL,
	`media_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `media_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_media_media` ON `listing_media` (`media_id`);--> statement-breakpoint
CREATE TABLE `listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list_type` text NOT NULL,
	`user_id` integer NOT NULL,
	`account` text NOT NULL,
	`lang` text NOT NULL,
	`category` text NOT NULL,
	`sub_category` text DEFAULT '' NOT NULL,
	`title` text NOT NULL,
	`description_preview` text NOT NULL,
	`description` text NOT NULL,
	`options` text NOT NULL,
	`price_usd` integer NOT NULL,
	`hourly` integer DEFAULT false NOT NULL,
	`local` integer DEFAULT false NOT NULL,
	`country` text,
	`city` text,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`idempotency_key` text
);
--> statement-breakpoint
CREATE INDEX `listings_newest` ON `listings` (`list_type`,`enabled`,`id`);--> statement-breakpoint
CREATE INDEX `listings_user` ON `listings` (`user_id`,`list_type`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `listings_idempotency` ON `listings` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `chain_events` (
	`chain_id` integer NOT NULL,
	`transaction_hash` text NOT NULL,
	`ordinal` integer NOT NULL,
	`contract` text NOT NULL,
	`order_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`name` text NOT NULL,
	`args` text NOT NULL,
	PRIMARY KEY(`chain_id`, `transaction_hash`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `chain_events_order` ON `chain_events` (`chain_id`,`contract`,`order_id`);--> statement-breakpoint
CREATE INDEX `chain_events_block` ON `chain_events` (`chain_id`,`contract`,`block_number`);--> statement-breakpoint
CREATE TABLE `cursors` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`)
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`order_id` text NOT NULL,
	`room_id` text,
	`ref` text NOT NULL,
	`terms_state` text NOT NULL,
	`service_id` integer NOT NULL,
	`buyer` text NOT NULL,
	`seller` text NOT NULL,
	`buyer_id` integer,
	`seller_id` integer,
	`token` text NOT NULL,
	`price` text NOT NULL,
	`fee_bps` integer NOT NULL,
	`delivery` integer NOT NULL,
	`status` integer NOT NULL,
	`status_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`terms` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_chain` ON `orders` (`chain_id`,`contract`,`order_id`);--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_seller` ON `orders` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`user_ids` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `prices` (
	`symbol` text PRIMARY KEY NOT NULL,
	`price_usd` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quotes` (
	`ref` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`service_id` integer NOT NULL,
	`buyer_id` integer NOT NULL,
	`seller_id` integer NOT NULL,
	`buyer` text NOT NULL,
	`seller` text NOT NULL,
	`token` text NOT NULL,
	`amount` text NOT NULL,
	`price_usd` integer NOT NULL,
	`fee_bps` integer NOT NULL,
	`delivery` integer NOT NULL,
	`terms` text NOT NULL,
	`created_at` integer NOT NULL,
	`valid_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`original_filename` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`etag` text,
	`width` integer,
	`height` integer,
	`placeholder` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_key_unique` ON `media` (`key`);--> statement-breakpoint
CREATE INDEX `media_user` ON `media` (`user_id`,`created_at`);