CREATE TABLE `post_comments` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`post` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`hidden_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `post_comments_id` ON `post_comments` (`id`);--> statement-breakpoint
CREATE INDEX `post_comments_post` ON `post_comments` (`post`,`seq`);--> statement-breakpoint
CREATE INDEX `post_comments_user` ON `post_comments` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `post_comments_hidden` ON `post_comments` (`hidden_at`,`id`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE TABLE `post_likes` (
	`post` integer NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`post`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `post_likes_user` ON `post_likes` (`user_id`,`post`);--> statement-breakpoint
CREATE TABLE `post_media` (
	`post` integer NOT NULL,
	`media_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`post`, `media_id`)
);
--> statement-breakpoint
CREATE INDEX `post_media_file` ON `post_media` (`media_id`);--> statement-breakpoint
CREATE TABLE `post_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`thing_id` text NOT NULL,
	`reporter_id` integer NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`content` text,
	`created_at` integer NOT NULL,
	`decided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `post_reports_thing` ON `post_reports` (`kind`,`thing_id`,`reporter_id`);--> statement-breakpoint
CREATE INDEX `post_reports_open` ON `post_reports` (`created_at`,`thing_id`) WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX `post_reports_reporter` ON `post_reports` (`reporter_id`,`id`);--> statement-breakpoint
CREATE TABLE `posts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` integer NOT NULL,
	`version` integer NOT NULL,
	`draft` integer NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`content` text NOT NULL,
	`link` text NOT NULL,
	`preview` text,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`edited_at` integer,
	`hidden_at` integer,
	`likes` integer DEFAULT 0 NOT NULL,
	`comments` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_id` ON `posts` (`id`);--> statement-breakpoint
CREATE INDEX `posts_of_page` ON `posts` (`user_id`,`draft`,`pinned`,`published_at`,`seq`);--> statement-breakpoint
CREATE INDEX `posts_of_creator` ON `posts` (`user_id`,`published_at`,`seq`) WHERE draft = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_shown` ON `posts` (`published_at`,`seq`) WHERE draft = 0 and hidden_at is null;--> statement-breakpoint
CREATE INDEX `posts_hidden` ON `posts` (`hidden_at`,`id`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE TRIGGER `posts_of_deleted` BEFORE INSERT ON `posts`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `post_likes_of_deleted` BEFORE INSERT ON `post_likes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `post_comments_of_deleted` BEFORE INSERT ON `post_comments`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `post_reports_of_deleted` BEFORE INSERT ON `post_reports`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.reporter_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `post_likes_counted` AFTER INSERT ON `post_likes`
BEGIN
	UPDATE posts SET likes = likes + 1 WHERE seq = NEW.post;
END;
--> statement-breakpoint
CREATE TRIGGER `post_likes_uncounted` AFTER DELETE ON `post_likes`
BEGIN
	UPDATE posts SET likes = likes - 1 WHERE seq = OLD.post;
END;
--> statement-breakpoint
CREATE TRIGGER `post_comments_counted` AFTER INSERT ON `post_comments`
BEGIN
	UPDATE posts SET comments = comments + 1 WHERE seq = NEW.post;
END;
--> statement-breakpoint
CREATE TRIGGER `post_comments_uncounted` AFTER DELETE ON `post_comments`
WHEN OLD.hidden_at IS NULL
BEGIN
	UPDATE posts SET comments = comments - 1 WHERE seq = OLD.post;
END;
--> statement-breakpoint
CREATE TRIGGER `post_comments_recounted` AFTER UPDATE OF `hidden_at` ON `post_comments`
WHEN (OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL)
BEGIN
	UPDATE posts SET comments = comments + iif(NEW.hidden_at IS NULL, 1, -1) WHERE seq = NEW.post;
END;
