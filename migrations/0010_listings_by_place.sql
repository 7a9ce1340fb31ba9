CREATE INDEX `listings_local` ON `listings` (`list_type`,`local`,`enabled`,`id`);--> statement-breakpoint
CREATE INDEX `listings_upcoming_local` ON `listings` (`local`,`enabled`,`ends_at`,`id`) WHERE ends_at is not null;--> statement-breakpoint
CREATE INDEX `listings_upcoming_country` ON `listings` (`country`,`enabled`,`ends_at`,`id`) WHERE ends_at is not null and country is not null;--> statement-breakpoint
CREATE INDEX `listings_upcoming_city` ON `listings` (`city_id`,`enabled`,`ends_at`,`id`) WHERE ends_at is not null and city_id is not null;