import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { isSellerHidden } from './agreed.ts'
import type { OrderPage, OrdersQuery, WaitingOrders } from './order-list.schema.ts'
import { selectOrders, toOrders } from './order-rows.ts'
import { MAX_COUNT, type Order, type Role, TURNS, type TurnCondition } from './orders.schema.ts'
import { FINAL_STATUSES, STATUS, type Status, TAB_OF, TABS, type Tab } from './statuses.schema.ts'
import { listPosition } from './tables.ts'

/** How many orders a search looks through in one call, newest first. */
const MAX_SEARCHED = 1000
/** Maximum number of words in a search; further words are ignored. */
const MAX_WORDS = 8
/** Maximum numbers of orders in the list without a tab: open with a matching quote, open without one, ended. */
const UNPAGED = { quoted: 1000, unquoted: 200, ended: 200 }

const tabOf = (status: number) => TAB_OF[STATUS[status]!]
const join = (parts: SQL[], separator: string) => sql.join(parts, sql.raw(separator))
const newestFirst = (limit: number) => sql`order by position desc, id desc limit ${limit}`

/** The condition that the user has this role. A user who is both parties of an order counts as its buyer. */
const hasRole = (role: Role, me: number) => (role === 'buyer' ? sql`buyer_id = ${me}` : sql`seller_id = ${me} and buyer_id is not ${me}`)

/** What to select of the orders in one status. `status` replaces its number; NULL selects none. */
interface Part {
  columns: SQL
  where?: SQL
  status?: SQL
}

/**
 * The SELECT statements for orders in these statuses, one for each role and status. Each reads one range of `orders_buyer_list` or
 * `orders_seller_list`.
 */
const inStatuses = (me: number, roles: readonly Role[], statuses: readonly number[], partOf: (tab: Tab, status: number) => Part) =>
  join(
    roles.flatMap((role) =>
      statuses.map((number) => {
        const { columns, where = sql`true`, status = sql`${number}` } = partOf(tabOf(number), number)
        return sql`select ${columns} from orders where ${hasRole(role, me)} and status = ${status} and ${where}`
      }),
    ),
    ' union all ',
  )

/** The columns of a list. Each range of the indexes is in the order of the list, so that a limit ends the reading early. */
const listed = sql`id, ${listPosition} as position`
/** Orders with a matching quote. */
const isQuoted = sql`${listPosition} > 0`
/** Counts up to MAX_COUNT, in the index alone. */
const count = (me: number, roles: readonly Role[], statuses: readonly number[]) =>
  sql`select count(*) as number from (${inStatuses(me, roles, statuses, () => ({ columns: sql`1` }))} limit ${MAX_COUNT})`

/** SQLite's lower() changes ASCII letters only. */
const lowerAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/**
 * A word as it may be written in a title or name: in lower case, in upper case, or with an upper-case first letter; full-width characters
 * as they are and as normal ones.
 */
const formsOf = (word: string): string[] => {
  const forms = [word, word.normalize('NFKC')].flatMap((form) => {
    const small = form.toLowerCase()
    return [small, form.toUpperCase(), small.replace(/^./u, (first) => first.toUpperCase())]
  })
  return [...new Set(forms.map(lowerAscii))]
}

/** The condition that a text contains every word, or that the word is the order's number. */
function contains(text: SQL, number: SQL, words: string[]): SQL {
  const wanted = words.slice(0, MAX_WORDS).map((word) => ({ forms: formsOf(word), number: word.normalize('NFKC').replace(/^#/, '') }))
  return sql`not exists (select 1 from json_each(${JSON.stringify(wanted)}) as word where ${number} <> word.value ->> 'number'
    and not exists (select 1 from json_each(word.value, '$.forms') as form where instr(${text}, form.value)))`
}

/**
 * The title of an order and the other party's name, as they are shown, with ASCII letters in lower case. Without those that are hidden: a
 * search must not find out who the seller is.
 */
const searchedText = (me: number) => {
  const terms = sql`iif(json_valid(o.terms), o.terms, '{}')`
  const isHidden = isSellerHidden('o', me)
  return sql`lower(iif(${terms} -> '$.seller' is null and ${isHidden}, '', coalesce(${terms} ->> '$.title', '')) || char(10)
    || iif(${isHidden}, '', coalesce(p.name, u.username,
      iif(o.buyer_id is ${me}, ${terms} ->> '$.seller.name', ${terms} ->> '$.buyer.name'), '')))`
}

/**
 * The tab to open first, as SQL over `counted`: requests, then disputes, because they need an answer. Requests without a matching quote do
 * not decide it (`decides` is then 0), because anybody can place them. A search opens a tab with results, those without a quote last.
 */
function firstTab(isSearch: boolean): SQL {
  const order: Tab[] = isSearch ? ['requests', 'disputes', 'open', 'completed'] : ['requests', 'disputes']
  const cases = (where: SQL) => order.map((tab) => sql`when exists (select 1 from counted where tab = ${tab} and ${where}) then ${tab}`)
  const all = [...cases(sql`number > 0 and decides`), ...(isSearch ? cases(sql`number > 0`) : [])]
  return sql`case ${join(all, ' ')} else 'open' end`
}

const ALL = STATUS.map((_, status) => status)
const statusesOf = (tab: Tab) => ALL.filter((status) => tabOf(status) === tab)

type ListQuery = OrdersQuery & { tab: Exclude<OrdersQuery['tab'], undefined> }

/** What a page says besides its orders. `rest`: the last order that a search has looked at; null if it has looked at all orders. */
interface Head {
  tab: Tab | 'all'
  counts: [Tab, number][]
  rest: string | null
}

/** A page of up to `limit` + 1 orders with its `Head`, for selectOrders. */
export function listOrders(me: number, { tab, role, text, cursor, limit }: ListQuery): SQL {
  const roles: Role[] = role ? [role] : ['buyer', 'seller']
  const words = text ? text.split(' ') : []
  const [position, id] = cursor?.split('.') ?? []
  // SQLite does not use an index for a pair that begins with an expression; it does for the first condition.
  const after = cursor ? sql`${listPosition} <= ${Number(position)} and (${listPosition}, id) < (${Number(position)}, ${id})` : sql`true`
  const chosen = sql`chosen as materialized (select ${tab === 'auto' ? firstTab(words.length > 0) : sql`${tab}`} as tab)`
  const head = (rest: SQL) => sql`json_object('tab', (select tab from chosen), 'rest', (${rest}),
    'counts', (select json_group_array(json_array(tab, number)) from counted)) as head`
  if (words.length) {
    const other = sql`iif(o.buyer_id is ${me}, o.seller_id, o.buyer_id)`
    return sql`with looked_at as materialized (${inStatuses(me, roles, ALL, (of) => ({ columns: sql`${listed}, ${of} as tab`, where: after }))} ${newestFirst(MAX_SEARCHED)}),
      found as materialized (select l.* from looked_at l join orders o on o.id = l.id
        left join profiles p on p.user_id = ${other} left join users u on u.id = ${other}
        where ${contains(searchedText(me), sql`o.order_id`, words)}),
      counted as (select tab, count(*) as number, max(position > 0 or tab in ('open', 'disputes')) as decides from found group by tab),
      ${chosen},
      page as (select id, position from found where ${tab === 'all' ? sql`true` : sql`tab = (select tab from chosen)`} ${newestFirst(limit + 1)})
      select page.id, page.position, ${head(sql`select position || '.' || id from looked_at ${newestFirst(1)} offset ${MAX_SEARCHED - 1}`)}
      from chosen left join page`
  }
  const requested = inStatuses(me, roles, statusesOf('requests'), () => ({ columns: sql`1`, where: isQuoted }))
  const decides = (of: Tab) => (of === 'requests' ? sql`exists (${requested})` : sql`true`)
  const counts = TABS.map((of) => sql`select ${of} as tab, (${count(me, roles, statusesOf(of))}) as number, ${decides(of)} as decides`)
  const statuses = tab === 'auto' || tab === 'all' ? ALL : statusesOf(tab)
  // If this statement chooses the tab, a status of another tab is NULL, so that its part reads no order. A condition would be tested for
  // each order.
  const page = inStatuses(me, roles, statuses, (of, status) => ({
    columns: listed,
    where: after,
    ...(tab === 'auto' && { status: sql`(select ${status} from chosen where tab = ${of})` }),
  }))
  return sql`with counted as materialized (${join(counts, ' union all ')}), ${chosen}, page as (${page} ${newestFirst(limit + 1)})
    select page.id, page.position, ${head(sql`null`)} from chosen left join page`
}

/** The open orders and the newest ended ones, for clients that do not support pages. Orders without a quote cannot displace the others. */
function listUnpaged(me: number): SQL {
  const open = ALL.filter((status) => !FINAL_STATUSES.includes(status))
  const part = (statuses: number[], where: SQL, limit: number) =>
    sql`select id, position, null as head
      from (${inStatuses(me, ['buyer', 'seller'], statuses, () => ({ columns: listed, where }))} ${newestFirst(limit)})`
  const parts = [
    part(open, isQuoted, UNPAGED.quoted),
    part(open, sql`${listPosition} < 0`, UNPAGED.unquoted),
    part(FINAL_STATUSES, sql`true`, UNPAGED.ended),
  ]
  return join(parts, ' union all ')
}

/** Finds a page of the user's orders in one statement. */
export async function findOrders(db: Database, me: number, { tab, ...query }: OrdersQuery): Promise<OrderPage> {
  if (!tab) {
    const orders = toOrders(await selectOrders(db, listUnpaged(me), me))
    const isEnded = (order: Order) => Number(FINAL_STATUSES.includes(order.status_))
    return { orders: orders.sort((a, b) => isEnded(a) - isEnded(b) || b.date - a.date), tab: null, counts: null, next: null }
  }
  const rows = await selectOrders(db, listOrders(me, { tab, ...query }), me)
  const head = JSON.parse(rows[0]!.head!) as Head
  const { limit } = query
  const last = rows[limit] && rows[limit - 1]
  const isPart = query.text && (query.cursor || head.rest)
  return {
    orders: toOrders(rows.slice(0, limit)),
    tab: head.tab === 'all' ? null : head.tab,
    counts: isPart ? null : { open: 0, requests: 0, disputes: 0, completed: 0, ...Object.fromEntries(head.counts) },
    next: last ? `${last.position}.${last.order!.id}` : head.rest,
  }
}

/** SQL: block and position of the newest event of this name in the order `o`, read from the index alone. */
const newestEvent = (name: string) => sql`(select e.block_number, e.log_index from chain_events e indexed by chain_events_history
  where e.chain_id = o.chain_id and e.contract = o.contract and e.order_id = o.order_id and e.name = ${name}
  order by e.block_number desc, e.log_index desc limit 1)`
const hasSellerActedLast = sql`coalesce(${newestEvent('CounterDispute')} > ${newestEvent('UpdateDispute')}, exists ${newestEvent('CounterDispute')})`
const areChangesRequested = sql`coalesce((select s.kind from delivery_steps s where s.order_id = o.id order by s.number desc limit 1), '') = 'changes'`

/** SQL for each condition of a turn about the order `o`, and the columns of `orders` that it reads. `at` is the time, UTC seconds. */
const turnConditions = (at: number): Record<TurnCondition, { columns: SQL; where: SQL }> => {
  const chainId = sql`chain_id, contract, order_id`
  return {
    always: { columns: sql`id`, where: sql`true` },
    eventOver: { columns: sql`terms`, where: sql`coalesce(iif(json_valid(o.terms), o.terms ->> '$.event.end', 0), 0) <= ${at}` },
    noChangesRequested: { columns: sql`id`, where: sql`not ${areChangesRequested}` },
    changesRequested: { columns: sql`id`, where: areChangesRequested },
    sellerActedLast: { columns: chainId, where: hasSellerActedLast },
    buyerActedLast: { columns: chainId, where: sql`not ${hasSellerActedLast}` },
  }
}

/**
 * A SELECT statement with one row for each order whose turn it is the user's, at most MAX_COUNT rows. It looks at the newest MAX_COUNT
 * orders of each role and status only, so that its cost is bounded. Requests without a matching quote are left out, because anybody can
 * place many of them.
 */
export function waitingOrders(me: number, at: number): SQL {
  const conditions = turnConditions(at)
  const parts = (['seller', 'buyer'] as const).flatMap((role) =>
    Object.entries(TURNS[role]).map(([status, condition]) => {
      const { columns, where } = conditions[condition]
      const isCounted = status === 'proposed' ? isQuoted : sql`true`
      const newest = sql`select ${columns} from orders
        where ${hasRole(role, me)} and status = ${STATUS.indexOf(status as Status)} and ${isCounted}
        order by ${listPosition} desc, id desc limit ${MAX_COUNT}`
      return sql`select 1 from (${newest}) o where ${where}`
    }),
  )
  return sql`${join(parts, ' union all ')} limit ${MAX_COUNT}`
}

/** Counts the orders that wait for the user, see TURNS. `hasEnded`: whether the user has an order that has ended. */
export async function countWaiting(db: Database, me: number): Promise<WaitingOrders> {
  const [row] = await db.all<{ count: number; ended: number }>(
    sql`select (select count(*) from (${waitingOrders(me, now())})) as count,
      (${count(me, ['buyer', 'seller'], FINAL_STATUSES)}) as ended`,
  )
  return { count: row!.count, hasEnded: row!.ended > 0 }
}
