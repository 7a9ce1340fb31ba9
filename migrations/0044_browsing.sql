CREATE TABLE `category_counts` (
	`list_type` text NOT NULL,
	`category` text NOT NULL,
	`sub_category` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`list_type`, `category`, `sub_category`)
);
--> statement-breakpoint
CREATE TABLE `ended_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `cities` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `cities` ADD `longitude` real;--> statement-breakpoint
CREATE INDEX `listings_category_lang` ON `listings` (`list_type`,`category`,`lang`,`enabled`,`id`,`sub_category`);--> statement-breakpoint
INSERT INTO ended_events VALUES (1, unixepoch());--> statement-breakpoint
INSERT INTO category_counts SELECT l.list_type, l.category, l.sub_category, count(*) FROM listings l
	WHERE l.enabled = 1 AND l.deleted_at IS NULL AND (l.ends_at IS NULL OR l.ends_at > (SELECT until FROM ended_events))
	GROUP BY l.list_type, l.category, l.sub_category;--> statement-breakpoint
-- A listing counts while it is published. An event counts until the cron has taken it out (workers/listings/category-counts.ts).
CREATE TRIGGER `listings_counted` AFTER INSERT ON `listings` WHEN NEW.enabled = 1 AND NEW.deleted_at IS NULL AND (NEW.ends_at IS NULL OR NEW.ends_at > (SELECT until FROM ended_events))
BEGIN
	INSERT INTO category_counts VALUES (NEW.list_type, NEW.category, NEW.sub_category, 1)
		ON CONFLICT DO UPDATE SET count = count + 1;
END;--> statement-breakpoint
CREATE TRIGGER `listings_uncounted` AFTER DELETE ON `listings` WHEN OLD.enabled = 1 AND OLD.deleted_at IS NULL AND (OLD.ends_at IS NULL OR OLD.ends_at > (SELECT until FROM ended_events))
BEGIN
	UPDATE category_counts SET count = count - 1
		WHERE list_type = OLD.list_type AND category = OLD.category AND sub_category = OLD.sub_category;
END;--> statement-breakpoint
CREATE TRIGGER `listings_counted_before` AFTER UPDATE OF `enabled`, `deleted_at`, `ends_at`, `category`, `sub_category` ON `listings` WHEN OLD.enabled = 1 AND OLD.deleted_at IS NULL AND (OLD.ends_at IS NULL OR OLD.ends_at > (SELECT until FROM ended_events))
BEGIN
	UPDATE category_counts SET count = count - 1
		WHERE list_type = OLD.list_type AND category = OLD.category AND sub_category = OLD.sub_category;
END;--> statement-breakpoint
CREATE TRIGGER `listings_counted_after` AFTER UPDATE OF `enabled`, `deleted_at`, `ends_at`, `category`, `sub_category` ON `listings` WHEN NEW.enabled = 1 AND NEW.deleted_at IS NULL AND (NEW.ends_at IS NULL OR NEW.ends_at > (SELECT until FROM ended_events))
BEGIN
	INSERT INTO category_counts VALUES (NEW.list_type, NEW.category, NEW.sub_category, 1)
		ON CONFLICT DO UPDATE SET count = count + 1;
END;
