ALTER TABLE `listings` ADD `idempotency_hash` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `idempotency_hash` text;