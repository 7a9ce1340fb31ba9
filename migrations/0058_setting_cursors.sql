CREATE TABLE `setting_cursors` (
	`chain_id` integer PRIMARY KEY NOT NULL,
	`block_number` integer NOT NULL
);
