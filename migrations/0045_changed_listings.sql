CREATE TABLE `changed_listings` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `changed_listings_oldest` ON `changed_listings` (`at`);