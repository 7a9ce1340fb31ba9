CREATE TABLE `suspended_listings` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `suspended_listings_user` ON `suspended_listings` (`user_id`);--> statement-breakpoint
CREATE TABLE `sanctions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`until` integer,
	`ended_at` integer,
	`end_reason` text,
	`unnotified_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sanctions_current` ON `sanctions` (`user_id`) WHERE kind = 'suspension' and ended_at is null;--> statement-breakpoint
CREATE INDEX `sanctions_user` ON `sanctions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `sanctions_unnotified` ON `sanctions` (`unnotified_at`) WHERE unnotified_at is not null;--> statement-breakpoint
CREATE TRIGGER `sanctions_of_deleted` BEFORE INSERT ON `sanctions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
