CREATE INDEX `orders_due_delivery` ON `orders` (status_at + delivery * 86400) WHERE status = 1;--> statement-breakpoint
CREATE INDEX `orders_due_release` ON `orders` (`status_at`) WHERE status = 4;--> statement-breakpoint
CREATE INDEX `orders_due_settlement` ON `orders` (`status_at`) WHERE status = 6;