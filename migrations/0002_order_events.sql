-- What was read from the chain is dropped and read again: the cursors are emptied with it.
CREATE TABLE `dirty_orders` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`order_id` text NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`, `order_id`)
);
--> statement-breakpoint
DROP TABLE `cursors`;
--> statement-breakpoint
CREATE TABLE `cursors` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`, `block_number`)
);
--> statement-breakpoint
DROP TABLE `chain_events`;
--> statement-breakpoint
CREATE TABLE `chain_events` (
	`chain_id` integer NOT NULL,
	`transaction_hash` text NOT NULL,
	`ordinal` integer NOT NULL,
	`id` text NOT NULL,
	`contract` text NOT NULL,
	`order_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`name` text NOT NULL,
	`status` integer,
	`args` text NOT NULL,
	PRIMARY KEY(`chain_id`, `transaction_hash`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `chain_events_order` ON `chain_events` (`chain_id`,`contract`,`order_id`);
--> statement-breakpoint
CREATE INDEX `chain_events_block` ON `chain_events` (`chain_id`,`contract`,`block_number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `chain_events_id_unique` ON `chain_events` (`id`);
--> statement-breakpoint
ALTER TABLE `quotes` ADD `idempotency_key` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_idempotency` ON `quotes` (`buyer_id`,`idempotency_key`);
