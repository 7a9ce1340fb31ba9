CREATE TABLE `indexer_errors` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`at` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`)
);
--> statement-breakpoint
CREATE TABLE `unexpected_events` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`transaction_hash` text NOT NULL,
	`ordinal` integer NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`reason` text NOT NULL,
	`order_id` text,
	`content` text NOT NULL,
	PRIMARY KEY(`chain_id`, `transaction_hash`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `unexpected_events_order` ON `unexpected_events` (`chain_id`,`contract`,`order_id`);--> statement-breakpoint
CREATE INDEX `unexpected_events_block` ON `unexpected_events` (`chain_id`,`contract`,`block_number`);