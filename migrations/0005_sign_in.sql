CREATE TABLE `credentials` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`claimed_email` text,
	`claimed_at` integer,
	`password_hash` text,
	`password_changed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `credentials_claim` ON `credentials` (lower("claimed_email"));--> statement-breakpoint
CREATE TABLE `mail_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mail_links_user` ON `mail_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `mail_links_expiry` ON `mail_links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `country` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `city` text;--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `nonces_expiry` ON `nonces` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (lower("username"));