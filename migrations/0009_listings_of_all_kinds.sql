CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`message` text NOT NULL,
	`cv_id` text,
	`bid_service` integer,
	`bid_price` integer,
	`bid_delivery` integer,
	`status` text DEFAULT 'sent' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_person` ON `applications` (`listing_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `applications_listing` ON `applications` (`listing_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_user` ON `applications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_cv` ON `applications` (`cv_id`) WHERE cv_id is not null;--> statement-breakpoint
CREATE TABLE `cities` (
	`id` integer PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`name` text NOT NULL,
	`name_ja` text,
	`population` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cities_largest` ON `cities` (`country`,`population`);--> statement-breakpoint
CREATE TABLE `city_names` (
	`country` text NOT NULL,
	`key` text NOT NULL,
	`city_id` integer NOT NULL,
	`population` integer NOT NULL,
	PRIMARY KEY(`country`, `key`, `city_id`)
);
--> statement-breakpoint
ALTER TABLE `listings` ADD `details` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `city_id` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `ends_at` integer;--> statement-breakpoint
CREATE INDEX `listings_category` ON `listings` (`list_type`,`category`,`enabled`,`id`);--> statement-breakpoint
CREATE INDEX `listings_country` ON `listings` (`list_type`,`country`,`enabled`,`id`) WHERE country is not null;--> statement-breakpoint
CREATE INDEX `listings_city` ON `listings` (`list_type`,`city_id`,`enabled`,`id`) WHERE city_id is not null;--> statement-breakpoint
CREATE INDEX `listings_upcoming` ON `listings` (`enabled`,`ends_at`,`id`) WHERE ends_at is not null;