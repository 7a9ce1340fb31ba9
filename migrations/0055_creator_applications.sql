CREATE TABLE `creator_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`state` text DEFAULT 'sent' NOT NULL,
	`email` text NOT NULL,
	`sns` text NOT NULL,
	`full_name` text NOT NULL,
	`wallet` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`questions` text DEFAULT '[]' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`sent_at` integer NOT NULL,
	`state_at` integer NOT NULL,
	`unnotified` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_applications_user` ON `creator_applications` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `creator_applications_name` ON `creator_applications` (lower("name")) WHERE state in ('sent', 'asked');--> statement-breakpoint
CREATE INDEX `creator_applications_open` ON `creator_applications` (`sent_at`,`id`) WHERE state in ('sent', 'asked');--> statement-breakpoint
CREATE INDEX `creator_applications_unnotified` ON `creator_applications` (`state_at`) WHERE unnotified;--> statement-breakpoint
CREATE TABLE `creators` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`wallet` text NOT NULL,
	`since` integer NOT NULL,
	`is_promoted` integer DEFAULT false NOT NULL,
	`may_sell` integer DEFAULT false NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creators_name` ON `creators` (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `creators_wallet` ON `creators` (`wallet`);--> statement-breakpoint
CREATE TRIGGER `creator_applications_of_deleted` BEFORE INSERT ON `creator_applications`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `creators_of_deleted` BEFORE INSERT ON `creators`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
