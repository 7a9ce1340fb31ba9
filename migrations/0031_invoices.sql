CREATE TABLE `invoices` (
	`seller_id` integer NOT NULL,
	`number` integer NOT NULL,
	`buyer_id` integer NOT NULL,
	`order_id` text NOT NULL,
	`payout` text NOT NULL,
	`to_buyer` text NOT NULL,
	`to_seller` text NOT NULL,
	`to_treasury` text NOT NULL,
	`paid_out_at` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`seller_id`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_payout` ON `invoices` (`order_id`,`payout`,`to_seller`,`to_treasury`);--> statement-breakpoint
CREATE INDEX `invoices_seller` ON `invoices` (`seller_id`,`paid_out_at`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_buyer` ON `invoices` (`buyer_id`,`paid_out_at`,`seller_id`,`number`);--> statement-breakpoint
CREATE TABLE `pending_invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_invoices_event_id_unique` ON `pending_invoices` (`event_id`);
--> statement-breakpoint
-- Rows are only added at the end of a seller's numbers. A repeated payout is refused here too, because INSERT OR REPLACE deletes rows
-- without the trigger below.
CREATE TRIGGER `invoices_numbered` BEFORE INSERT ON `invoices`
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM invoices WHERE seller_id = NEW.seller_id)
	OR EXISTS (SELECT 1 FROM invoices WHERE order_id = NEW.order_id AND payout = NEW.payout
		AND to_seller = NEW.to_seller AND to_treasury = NEW.to_treasury)
BEGIN
	SELECT raise(ABORT, 'invoice_number_taken');
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_unchanged` BEFORE UPDATE ON `invoices`
BEGIN
	SELECT raise(ABORT, 'append_only');
END;
--> statement-breakpoint
CREATE TRIGGER `invoices_kept` BEFORE DELETE ON `invoices`
BEGIN
	SELECT raise(ABORT, 'append_only');
END;
--> statement-breakpoint
-- The orders that were paid out before there were invoices.
INSERT INTO `pending_invoices` (`event_id`)
	SELECT id FROM chain_events WHERE name = 'CompleteOrder' ORDER BY block_number, log_index;