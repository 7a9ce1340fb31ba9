DROP INDEX `orders_ref`;--> statement-breakpoint
DROP INDEX `orders_roomless`;--> statement-breakpoint
CREATE INDEX `orders_ref` ON `orders` (`ref`);--> statement-breakpoint
CREATE INDEX `orders_roomless` ON `orders` ((created_at - (terms_state <> 'ok') * 100000000000)) WHERE room_id is null and buyer_id is not null and seller_id is not null;--> statement-breakpoint
CREATE INDEX `quotes_valid` ON `quotes` (`valid_until`);
