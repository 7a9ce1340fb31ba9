CREATE TABLE `wallet_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`at` integer NOT NULL,
	`dismissed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `wallet_changes_user` ON `wallet_changes` (`user_id`,`at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `trusted_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `paid_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `credentials` ADD `trusted_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `account` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `trusted_from` integer DEFAULT 0 NOT NULL;