CREATE TABLE `nft_collections` (
	`chain_id` integer NOT NULL,
	`address` text NOT NULL,
	`factory` text NOT NULL,
	`creator` text NOT NULL,
	`proposed_creator` text,
	`name` text NOT NULL,
	`symbol` text NOT NULL,
	`description` text NOT NULL,
	`image` text NOT NULL,
	`banner` text NOT NULL,
	`external_link` text NOT NULL,
	`texts_at` integer,
	`royalty_recipient` text NOT NULL,
	`royalty_bps` integer NOT NULL,
	`fee_bps` integer NOT NULL,
	`voucher_floor` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `address`)
);
--> statement-breakpoint
CREATE INDEX `nft_collections_creator` ON `nft_collections` (`chain_id`,`creator`,`created_at`);--> statement-breakpoint
CREATE INDEX `nft_collections_factory` ON `nft_collections` (`chain_id`,`factory`,`created_at`);--> statement-breakpoint
CREATE TABLE `nft_listings` (
	`chain_id` integer NOT NULL,
	`collection` text NOT NULL,
	`token_id` text NOT NULL,
	`seller` text NOT NULL,
	`price` text NOT NULL,
	`currency` text NOT NULL,
	`max_cut_bps` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`listed_at` integer NOT NULL,
	`moved` integer NOT NULL,
	`voided` integer NOT NULL,
	`approved` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `collection`, `token_id`)
);
--> statement-breakpoint
CREATE INDEX `nft_listings_seller` ON `nft_listings` (`chain_id`,`seller`,`listed_at`);--> statement-breakpoint
CREATE TABLE `nft_offers` (
	`chain_id` integer NOT NULL,
	`marketplace` text NOT NULL,
	`number` integer NOT NULL,
	`collection` text NOT NULL,
	`token_id` text NOT NULL,
	`offerer` text NOT NULL,
	`price` text NOT NULL,
	`currency` text NOT NULL,
	`expires_at` integer NOT NULL,
	`offered_at` integer NOT NULL,
	`state` text NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`chain_id`, `marketplace`, `number`)
);
--> statement-breakpoint
CREATE INDEX `nft_offers_token` ON `nft_offers` (`chain_id`,`collection`,`token_id`,`number`);--> statement-breakpoint
CREATE INDEX `nft_offers_offerer` ON `nft_offers` (`chain_id`,`offerer`,`number`);--> statement-breakpoint
CREATE TABLE `nft_tokens` (
	`chain_id` integer NOT NULL,
	`collection` text NOT NULL,
	`token_id` text NOT NULL,
	`owner` text NOT NULL,
	`transfers` integer NOT NULL,
	`minted_at` integer NOT NULL,
	`moved_at` integer NOT NULL,
	`last_price` text,
	`last_currency` text,
	PRIMARY KEY(`chain_id`, `collection`, `token_id`)
);
--> statement-breakpoint
CREATE INDEX `nft_tokens_minted` ON `nft_tokens` (`chain_id`,`collection`,`minted_at`,`token_id`);--> statement-breakpoint
CREATE INDEX `nft_tokens_owner` ON `nft_tokens` (`chain_id`,`owner`,`moved_at`);--> statement-breakpoint
CREATE TABLE `dirty_nfts` (
	`chain_id` integer NOT NULL,
	`collection` text NOT NULL,
	`token_id` text NOT NULL,
	PRIMARY KEY(`chain_id`, `collection`, `token_id`)
);
--> statement-breakpoint
CREATE TABLE `nft_cursors` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`, `block_number`)
);
--> statement-breakpoint
CREATE TABLE `nft_events` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`transaction_hash` text NOT NULL,
	`ordinal` integer NOT NULL,
	`factory` text NOT NULL,
	`id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`timestamp` integer NOT NULL,
	`name` text NOT NULL,
	`collection` text,
	`token_id` text,
	`account` text,
	`args` text NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`, `transaction_hash`, `ordinal`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nft_events_id_unique` ON `nft_events` (`id`);--> statement-breakpoint
CREATE INDEX `nft_events_block` ON `nft_events` (`chain_id`,`factory`,`block_number`);--> statement-breakpoint
CREATE INDEX `nft_events_thing` ON `nft_events` (`chain_id`,`collection`,`token_id`,`name`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `nft_events_account` ON `nft_events` (`chain_id`,`account`,`collection`,`name`,`block_number`,`log_index`);--> statement-breakpoint
CREATE TABLE `nft_indexer_errors` (
	`chain_id` integer NOT NULL,
	`contract` text NOT NULL,
	`at` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`)
);
