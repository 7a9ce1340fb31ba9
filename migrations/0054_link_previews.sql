CREATE TABLE `link_previews` (
	`key` text PRIMARY KEY NOT NULL,
	`preview` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `link_previews_expiry` ON `link_previews` (`expires_at`);