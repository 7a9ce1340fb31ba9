ALTER TABLE `listings` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `enabled_before` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `unnotified_at` integer;--> statement-breakpoint
CREATE INDEX `listings_hidden` ON `listings` (`hidden_at`,`id`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX `listings_unnotified` ON `listings` (`unnotified_at`) WHERE unnotified_at is not null;--> statement-breakpoint
CREATE TRIGGER `post_reports_of_deleted_listing` AFTER UPDATE OF `deleted_at` ON `listings`
WHEN NEW.deleted_at IS NOT NULL
BEGIN
	DELETE FROM post_reports WHERE kind = 'listing' AND thing_id = CAST(NEW.id AS TEXT);
END;
--> statement-breakpoint
CREATE TRIGGER `post_reports_of_erased_listing` AFTER DELETE ON `listings`
BEGIN
	DELETE FROM post_reports WHERE kind = 'listing' AND thing_id = CAST(OLD.id AS TEXT);
END;
