-- The rooms of orders are in the lists of their members before their first message.
UPDATE `room_members` SET `listed_at` = (SELECT r.`last_at` FROM `rooms` r WHERE r.`id` = `room_members`.`room_id`)
WHERE `listed_at` IS NULL AND `room_id` IN (SELECT `id` FROM `rooms` WHERE `order_id` IS NOT NULL);
