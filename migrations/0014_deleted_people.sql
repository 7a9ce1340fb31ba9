-- Nothing is written any more for somebody who has deleted their account, however late a request of theirs is. Each table is deleted
-- from in the deletion itself or after it (docs/decisions/0010-leaving.md); a row written in between would stay for good.
CREATE TRIGGER `users_deleted` BEFORE UPDATE ON `users`
WHEN OLD.deleted_at IS NOT NULL
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_of_deleted` BEFORE INSERT ON `profiles`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_of_deleted` BEFORE INSERT ON `accounts`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `credentials_of_deleted` BEFORE INSERT ON `credentials`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `sessions_of_deleted` BEFORE INSERT ON `sessions`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `mail_links_of_deleted` BEFORE INSERT ON `mail_links`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `wallet_changes_of_deleted` BEFORE INSERT ON `wallet_changes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `carrots_of_deleted` BEFORE INSERT ON `carrots`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `listings_of_deleted` BEFORE INSERT ON `listings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `applications_of_deleted` BEFORE INSERT ON `applications`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `media_of_deleted` BEFORE INSERT ON `media`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
CREATE TRIGGER `follows_of_deleted` BEFORE INSERT ON `follows`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.follower_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
--> statement-breakpoint
-- Whom they wanted to follow is gone: nothing to follow, and no fault of theirs.
CREATE TRIGGER `follows_deleted` BEFORE INSERT ON `follows`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.followee_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER `quotes_of_deleted` BEFORE INSERT ON `quotes`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.buyer_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(ABORT, 'account_deleted');
END;
