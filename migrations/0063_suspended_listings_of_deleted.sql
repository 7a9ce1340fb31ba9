-- Leaves out the listings of a deleted account instead of refusing them, because one statement adds those of all suspended members.
CREATE TRIGGER `suspended_listings_of_deleted` BEFORE INSERT ON `suspended_listings`
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND deleted_at IS NOT NULL)
BEGIN
	SELECT raise(IGNORE);
END;
