CREATE TABLE `folio_media` (
	`user_id` integer NOT NULL,
	`version` integer NOT NULL,
	`media_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `version`, `media_id`)
);
--> statement-breakpoint
CREATE INDEX `folio_media_file` ON `folio_media` (`media_id`);--> statement-breakpoint
CREATE TABLE `folio_versions` (
	`user_id` integer NOT NULL,
	`version` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`title` text NOT NULL,
	`about` text NOT NULL,
	`image` text,
	`video` text,
	`video_thumbnail` text,
	`effect` text NOT NULL,
	`primary_color` text NOT NULL,
	`secondary_color` text NOT NULL,
	`sections` text NOT NULL,
	PRIMARY KEY(`user_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `folios` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`website` text DEFAULT '' NOT NULL,
	`instagram` text DEFAULT '' NOT NULL,
	`twitter` text DEFAULT '' NOT NULL,
	`twitch` text DEFAULT '' NOT NULL,
	`youtube` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `folios_of_deleted` BEFORE INSERT ON `folios`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `folio_versions_of_deleted` BEFORE INSERT ON `folio_versions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `folio_media_of_deleted` BEFORE INSERT ON `folio_media`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
