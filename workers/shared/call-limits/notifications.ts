import { byNetwork, byPerson, type Limits, MINUTE, type Row } from '../limit-table.ts'

const readingNotifications: Row = { counter: 'readNotifications', ...byPerson(1000, 5000) }

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
  'POST /api/notifications/markRead': readingNotifications,
  'POST /api/notifications/markThingRead': readingNotifications,
  'POST /api/notifications/markAllRead': readingNotifications,
  'POST /api/notifications/setSettings': byPerson(120, 600),
  'POST /api/notifications/addDevice': byPerson(60, 200),
  'POST /api/notifications/removeDevice': byPerson(60, 200),
  // Mail programs call it from the networks of their providers, for many members.
  'POST /api/notifications/unsubscribe': byNetwork(600, MINUTE, 100_000),
}
