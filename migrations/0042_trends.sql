CREATE TABLE `trends` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`score` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trends_score` ON `trends` (`score`,`listing_id`);