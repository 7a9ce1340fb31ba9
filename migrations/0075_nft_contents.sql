CREATE TABLE `nft_contents` (
	`chain_id` integer NOT NULL,
	`collection` text NOT NULL,
	`token_id` text NOT NULL,
	`mint_block` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`chain_id`, `collection`, `token_id`)
);
--> statement-breakpoint
CREATE TABLE `nft_unread_contents` (
	`chain_id` integer NOT NULL,
	`collection` text NOT NULL,
	`token_id` text NOT NULL,
	PRIMARY KEY(`chain_id`, `collection`, `token_id`)
);
--> statement-breakpoint
DROP INDEX `nft_tokens_minted`;--> statement-breakpoint
ALTER TABLE `nft_tokens` ADD `previous_owner` text;--> statement-breakpoint
ALTER TABLE `nft_tokens` ADD `mint_transaction` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `nft_tokens` ADD `mint_block` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `nft_tokens_minted` ON `nft_tokens` (`chain_id`,`collection`,`minted_at`,length("token_id"),`token_id`);