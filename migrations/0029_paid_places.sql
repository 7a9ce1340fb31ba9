ALTER TABLE `applications` ADD `place_price` integer;--> statement-breakpoint
ALTER TABLE `applications` ADD `pay_by` integer;--> statement-breakpoint
ALTER TABLE `quotes` ADD `application_id` text;--> statement-breakpoint
CREATE INDEX `quotes_application` ON `quotes` (`application_id`) WHERE application_id is not null;--> statement-breakpoint
CREATE INDEX `orders_ref` ON `orders` (`ref`) WHERE terms_state = 'ok';