ALTER TABLE `post_comments` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `post_comments` ADD `idempotency_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `post_comments_idempotency` ON `post_comments` (`user_id`,`idempotency_key`) WHERE idempotency_key is not null;