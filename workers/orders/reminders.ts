import { type SQL, sql } from 'drizzle-orm'
import type { Kind, NotificationEvent } from '../notifications/notifications.schema.ts'
import { notifications } from '../notifications/tables.ts'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import type { OrdersEnv } from './env.ts'
import { isMailed, isPlace, title } from './notifications.ts'
import { RELEASE_AFTER, type Role, SETTLE_AFTER } from './orders.schema.ts'

const DAY = 86_400
/** Reminders of one kind and party in one run. The next run sends the others. */
const REMINDERS_PER_RUN = 200

/** A deadline and the party that is reminded of it. */
interface Reminder {
  kind: Kind
  to: Role
  /** The number of the status in which orders have this deadline. */
  status: number
  /** When the time began to run, as SQL, and how long it runs (seconds). */
  since: string
  after: number
  /** How long before the deadline the party is reminded (seconds), as SQL. */
  lead: string
}

// Each order in a dispute is read: the time begins again with the seller's first offer. An order can have thousands of events, so the
// offer is found by its name.
const settleDue = {
  kind: 'settleDue',
  status: 6,
  since: `coalesce((select e.timestamp from chain_events e indexed by chain_events_history where e.chain_id = orders.chain_id
    and e.contract = orders.contract and e.order_id = orders.order_id and e.name = 'CounterDispute'
    order by e.block_number, e.log_index limit 1), status_at)`,
  after: SETTLE_AFTER,
  lead: `${DAY}`,
} as const

/** `status` and `since` are written as in the indexes of the orders, or SQLite would not use these. */
export const REMINDERS: readonly Reminder[] = [
  // For work of one day, a reminder a day before the deadline would come at the start, so it comes half a day before.
  {
    kind: 'deliveryDue',
    to: 'seller',
    status: 1,
    since: 'status_at + delivery * 86400',
    after: 0,
    lead: `iif(delivery < 2, ${DAY / 2}, ${DAY})`,
  },
  { kind: 'releaseDue', to: 'buyer', status: 4, since: 'status_at', after: RELEASE_AFTER, lead: `${DAY}` },
  { ...settleDue, to: 'buyer' },
  { ...settleDue, to: 'seller' },
]

interface Due {
  id: string
  userId: number
  title: string
  /** 1 or 0: an order without a matching quote causes no mail, see notifications.ts. */
  isMailed: number
  isPlace: number
  /** The deadline, UTC seconds. */
  until: number
}

/** Selects the orders whose deadline is near and whose party has not been reminded of it. A deleted account gets no notifications. */
export function dueStatement({ kind, to, status, since, after, lead }: Reminder, at: number): SQL {
  const until = sql.raw(`(${since} + ${after})`)
  const userId = sql.raw(`${to}_id`)
  return sql`select id, ${userId} as userId, ${title} as title, ${isMailed} as isMailed, ${isPlace} as isPlace, ${until} as until from orders
    where status = ${sql.raw(String(status))} and exists (select 1 from users u where u.id = ${userId} and u.deleted_at is null)
      and ${sql.raw(since)} > ${at - after} and ${sql.raw(since)} <= ${at - after + DAY} and ${until} - ${sql.raw(lead)} <= ${at}
      and not exists (select 1 from ${notifications} n
        where n.user_id = ${userId} and n.event_key = ${kind} || ' ' || orders.id || ' ' || ${until})
    order by until limit ${REMINDERS_PER_RUN}`
}

/**
 * Reminds the parties of deadlines: the delivery, the release after it, the settlement of a dispute. Each deadline has one reminder, so a
 * new deadline, such as after the first offer in a dispute, has its own. If the call fails, the next run sends the reminders.
 */
export async function sendReminders(db: Database, { NOTIFICATIONS: area }: Pick<OrdersEnv, 'NOTIFICATIONS'>): Promise<void> {
  const at = now()
  const events = await Promise.all(
    REMINDERS.map(async (reminder) =>
      (await db.all<Due>(dueStatement(reminder, at))).map(
        ({ id, userId, until, ...order }): NotificationEvent => ({
          userId,
          key: `${reminder.kind} ${id} ${until}`,
          kind: reminder.kind,
          thing: { kind: 'order', id },
          params: { title: order.title, ...(order.isPlace && { isEvent: true }), until },
          at,
          isMailed: Boolean(order.isMailed),
        }),
      ),
    ),
  )
  if (events.flat().length) await area.notify(events.flat())
}
