CREATE TABLE `saved_listings` (
	`user_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`list_id` text NOT NULL,
	`title` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `listing_id`)
);
--> statement-breakpoint
CREATE INDEX `saved_listings_list` ON `saved_listings` (`list_id`,`saved_at`,`listing_id`);--> statement-breakpoint
CREATE INDEX `saved_listings_listing` ON `saved_listings` (`listing_id`);--> statement-breakpoint
CREATE INDEX `saved_listings_time` ON `saved_listings` (`saved_at`,`listing_id`);--> statement-breakpoint
CREATE TABLE `saved_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`token` text,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_lists_user` ON `saved_lists` (`user_id`,`used_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_lists_token` ON `saved_lists` (`token`) WHERE token is not null;--> statement-breakpoint
-- A deleted account gets no rows, also from a call that began before the deletion.
CREATE TRIGGER `saved_lists_of_deleted` BEFORE INSERT ON `saved_lists`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `saved_listings_of_deleted` BEFORE INSERT ON `saved_listings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
