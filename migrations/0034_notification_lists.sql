DROP INDEX `notifications_user`;--> statement-breakpoint
CREATE INDEX `notifications_list` ON `notifications` (`user_id`,`id`) WHERE not hidden;--> statement-breakpoint
CREATE INDEX `notifications_count` ON `notifications` (`user_id`,`id`) WHERE read_at is null and not hidden;