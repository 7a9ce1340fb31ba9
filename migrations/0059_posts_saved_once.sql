ALTER TABLE `posts` ADD `idempotency_key` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `idempotency_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `posts_idempotency` ON `posts` (`user_id`,`idempotency_key`) WHERE idempotency_key is not null;