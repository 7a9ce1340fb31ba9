CREATE TABLE `publications` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publications_listing` ON `publications` (`listing_id`);--> statement-breakpoint
CREATE TABLE `saved_matches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`search_id` integer NOT NULL,
	`found_at` integer NOT NULL,
	`notified` integer DEFAULT false NOT NULL,
	`seen` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_matches_listing` ON `saved_matches` (`user_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `saved_matches_user` ON `saved_matches` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `saved_matches_waiting` ON `saved_matches` (`user_id`) WHERE not notified;--> statement-breakpoint
CREATE INDEX `saved_matches_search` ON `saved_matches` (`search_id`);--> statement-breakpoint
CREATE INDEX `saved_matches_of_listing` ON `saved_matches` (`listing_id`);--> statement-breakpoint
CREATE INDEX `saved_matches_age` ON `saved_matches` (`found_at`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`alert` text NOT NULL,
	`time_zone` text NOT NULL,
	`seen` integer NOT NULL,
	`due_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_query` ON `saved_searches` (`user_id`,`query`);--> statement-breakpoint
CREATE INDEX `saved_searches_now` ON `saved_searches` (`seen`) WHERE alert = 'now';--> statement-breakpoint
CREATE INDEX `saved_searches_due` ON `saved_searches` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
-- A deleted account gets no rows, also from a call that began before the deletion.
CREATE TRIGGER `saved_searches_of_deleted` BEFORE INSERT ON `saved_searches`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `saved_matches_of_deleted` BEFORE INSERT ON `saved_matches`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
-- A listing is published once: when it is stored as published, or when it is first shown.
CREATE TRIGGER `listings_published` AFTER INSERT ON `listings` WHEN NEW.enabled AND NEW.deleted_at IS NULL
BEGIN
	INSERT OR IGNORE INTO publications (listing_id) VALUES (NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_shown` AFTER UPDATE OF `enabled` ON `listings` WHEN NEW.enabled AND NEW.deleted_at IS NULL
BEGIN
	INSERT OR IGNORE INTO publications (listing_id) VALUES (NEW.id);
END;
--> statement-breakpoint
INSERT INTO publications (listing_id) SELECT id FROM listings WHERE enabled AND deleted_at IS NULL ORDER BY id;
