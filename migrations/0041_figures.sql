CREATE TABLE `market_figures` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`figures` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`)
);
