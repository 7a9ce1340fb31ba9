ALTER TABLE `room_members` ADD `push_due` integer;--> statement-breakpoint
CREATE INDEX `room_members_push` ON `room_members` (`push_due`) WHERE push_due is not null;