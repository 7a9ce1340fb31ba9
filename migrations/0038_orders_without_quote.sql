DROP INDEX `room_members_user`;--> statement-breakpoint
ALTER TABLE `room_members` ADD `listed_at` integer;--> statement-breakpoint
UPDATE `room_members` SET `listed_at` = (SELECT r.`last_at` FROM `rooms` r WHERE r.`id` = `room_members`.`room_id` AND r.`last_seq` > 0);--> statement-breakpoint
CREATE INDEX `room_members_list` ON `room_members` (`user_id`,`listed_at`,`room_id`);--> statement-breakpoint
DROP INDEX `orders_roomless`;--> statement-breakpoint
CREATE INDEX `orders_roomless` ON `orders` ((created_at - (terms_state <> 'ok') * 100000000000)) WHERE room_id is null and buyer_id is not null and seller_id is not null and (terms_state = 'ok' or status not in (0, 2, 3));--> statement-breakpoint
ALTER TABLE `pending_notifications` ADD `unquoted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `pending_notifications_turn` ON `pending_notifications` (`unquoted`,`id`);--> statement-breakpoint
-- An order gets a quote later if a reorg removes the earlier order that named it. Then its seller is notified like of any order with a
-- quote: of the events BEFORE_ACCEPTANCE (order-notifications.schema.ts) that are newer than NEWS_AGE (notifications.ts).
CREATE TRIGGER `orders_quoted` AFTER UPDATE OF `terms_state` ON `orders` WHEN OLD.terms_state <> 'ok' AND NEW.terms_state = 'ok'
BEGIN
	INSERT OR REPLACE INTO pending_notifications (source, source_id)
		SELECT 'event', e.id FROM chain_events e WHERE e.chain_id = NEW.chain_id AND e.contract = NEW.contract
			AND e.order_id = NEW.order_id AND e.name IN ('NewOrder', 'CancelOrder') AND e.timestamp > unixepoch() - 7776000;
END;
