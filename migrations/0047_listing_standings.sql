CREATE TABLE `listing_standings` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`completed` integer NOT NULL,
	`answer_seconds` integer NOT NULL,
	`at` integer NOT NULL
);
