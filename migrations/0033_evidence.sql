CREATE TABLE `evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`number` integer NOT NULL,
	`party` text NOT NULL,
	`statement` text NOT NULL,
	`messages` text NOT NULL,
	`created_at` integer NOT NULL,
	`idempotency_key` text,
	`idempotency_hash` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evidence_order` ON `evidence` (`order_id`,`number`);--> statement-breakpoint
CREATE INDEX `evidence_created` ON `evidence` (`created_at`);--> statement-breakpoint
CREATE TABLE `evidence_files` (
	`media_id` text PRIMARY KEY NOT NULL,
	`evidence_id` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `evidence_files_evidence` ON `evidence_files` (`evidence_id`,`position`);