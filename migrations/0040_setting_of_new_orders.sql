-- New orders have become a topic of their own. Who has turned off the topic of orders gets none of both.
UPDATE notification_settings
SET off = (
  SELECT json_group_array(one) FROM (
    SELECT value AS one FROM json_each(off)
    UNION ALL
    SELECT replace(value, ':orders', ':sales') FROM json_each(off) WHERE value IN ('app:orders', 'email:orders', 'push:orders')
  )
)
WHERE json_valid(off) AND EXISTS (SELECT 1 FROM json_each(off) WHERE value IN ('app:orders', 'email:orders', 'push:orders'));
