CREATE TABLE `admin_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`admin_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`action` text NOT NULL,
	`kind` text NOT NULL,
	`thing_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rating_counts` (
	`rated` text NOT NULL,
	`rated_id` integer NOT NULL,
	`stars` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`rated`, `rated_id`, `stars`)
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`thing_id` text NOT NULL,
	`reporter_id` integer NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_thing` ON `reports` (`kind`,`thing_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`id`) WHERE decided_at is null;--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`side` text NOT NULL,
	`author_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`service_id` integer NOT NULL,
	`rating` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`visible_at` integer,
	`visible` integer DEFAULT false NOT NULL,
	`hidden_at` integer,
	`answer` text,
	`answered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_order` ON `reviews` (`order_id`,`side`);--> statement-breakpoint
CREATE INDEX `reviews_service` ON `reviews` (`service_id`,`visible_at`,`id`) WHERE visible = 1 and side = 'buyer';--> statement-breakpoint
CREATE INDEX `reviews_service_best` ON `reviews` (`service_id`,`rating`,`visible_at`,`id`) WHERE visible = 1 and side = 'buyer';--> statement-breakpoint
CREATE INDEX `reviews_subject` ON `reviews` (`subject_id`,`side`,`visible_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `reviews_waiting` ON `reviews` (`visible_at`) WHERE visible = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `reviews_author` ON `reviews` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_answered` ON `reviews` (`subject_id`,`id`) WHERE answer is not null;--> statement-breakpoint
-- rating_counts changes in the statement that shows or hides a review, whichever statement that is. The rating of a visible review never
-- changes, so only `visible` has to be watched.
CREATE TRIGGER `reviews_counted` AFTER UPDATE OF `visible` ON `reviews` WHEN OLD.visible <> NEW.visible
BEGIN
	INSERT INTO rating_counts (rated, rated_id, stars, count)
		SELECT value ->> 0, value ->> 1, NEW.rating, NEW.visible - OLD.visible FROM json_each(iif(NEW.side = 'buyer',
			json_array(json_array('service', NEW.service_id), json_array('seller', NEW.subject_id)), json_array(json_array('buyer', NEW.subject_id))))
		WHERE true ON CONFLICT (rated, rated_id, stars) DO UPDATE SET count = count + excluded.count;
END;
--> statement-breakpoint
-- Reports are deleted with the account of their author, so none may follow.
CREATE TRIGGER `reports_of_deleted` BEFORE INSERT ON `reports`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.reporter_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `admin_actions_unchanged` BEFORE UPDATE ON `admin_actions`
BEGIN
	SELECT raise(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER `admin_actions_kept` BEFORE DELETE ON `admin_actions`
BEGIN
	SELECT raise(ABORT, 'append_only');
END;
