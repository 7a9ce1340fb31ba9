-- The works that NFTs use, and the IPFS addresses of works.
CREATE TABLE `nft_files` (
	`subject` text NOT NULL,
	`media_id` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`subject`, `media_id`)
);
--> statement-breakpoint
CREATE INDEX `nft_files_media` ON `nft_files` (`media_id`);--> statement-breakpoint
ALTER TABLE `media` ADD `cid` text;--> statement-breakpoint
CREATE INDEX `media_cid` ON `media` (`cid`) WHERE cid is not null;--> statement-breakpoint
-- After an account is deleted, only what is on chain may still refer to its files.
CREATE TRIGGER `nft_files_of_deleted` BEFORE INSERT ON `nft_files`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
	AND NEW.subject NOT LIKE 'token:%' AND NEW.subject NOT LIKE 'collection:%'
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
