import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { Hono } from 'hono'
import { foldText } from '../listings/search/words.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { shownImage } from '../shared/hidden-tables.ts'
import { requireUser } from '../shared/session.ts'
import { profiles, shownName, unnamedAddress, users } from '../shared/tables.ts'
import { valid } from '../shared/valid.ts'
import type { Conversation, ConversationPage } from './conversations.schema.ts'
import {
  type ConversationAction,
  changeConversationRequest,
  conversationsQuery,
  type Filter,
  type Folder,
  type FoundConversations,
  type FoundMessage,
  MAX_COUNTED,
  MAX_FOUND,
  MAX_PINNED,
  MAX_SEARCHED_ROOMS,
  searchQuery,
} from './conversations.schema.ts'
import type { ChatEnv } from './env.ts'
import { isHidden } from './hidden-messages.ts'
import { CONVERSATIONS_PAGE, type RoomMessage } from './messages.schema.ts'
import { type IndexedMessage, selectFound } from './search-index.ts'
import { excerptAround, matchMessages } from './search-terms.ts'
import { isUnanswered } from './standing.ts'
import { isBlockedBy, roomMembers, rooms } from './tables.ts'

const FOLDER_OF: Record<Filter, Folder> = {
  all: 'inbox',
  unread: 'inbox',
  requests: 'requests',
  declined: 'declined',
  archived: 'archived',
}

/** SQL condition: the member has unread messages in the room or has marked it as unread. The index `room_members_unread` has the same. */
const isUnread = sql`(last_seq > read_seq or marked_unread = 1)`

const others = alias(roomMembers, 'others')

/** The number of requests that wait for an answer of a member, up to a maximum. */
const countRequests = (me: number) => sql<number>`(select count(*) from (select 1 from room_members
  where user_id = ${me} and folder = 'requests' and listed_at is not null limit ${MAX_COUNTED}))`

/**
 * The number of unread messages in the conversations of a member that are not muted. One that was marked as unread counts as one. Of more
 * conversations than the maximum, the others are left out.
 */
const countUnread = (me: number) => sql<number>`(select coalesce(sum(max(last_seq - read_seq, marked_unread)), 0) from
  (select last_seq, read_seq, marked_unread from room_members
    where user_id = ${me} and folder = 'inbox' and listed_at is not null and not muted and ${isUnread} limit ${MAX_COUNTED}))`

/** Selects rooms of a member with one row for each other member. `mine` has the member's rows of `room_members`. */
const selectRooms = (db: Database, me: number, mine: SQL) =>
  db
    .select({
      room: rooms,
      member: sql<string>`json_object('readSeq', mine.read_seq, 'folder', mine.folder, 'pinned', mine.pinned, 'muted', mine.muted,
        'markedUnread', mine.marked_unread, 'listedAt', mine.listed_at)`,
      userId: others.userId,
      otherFolder: others.folder,
      name: shownName,
      address: unnamedAddress,
      image: shownImage(),
      isBlocked: isBlockedBy(me, others.userId),
      isHidden: isHidden(rooms.id, rooms.lastSeq),
      requests: countRequests(me),
      unread: countUnread(me),
    })
    .from(sql`${mine} mine`)
    .innerJoin(rooms, sql`${rooms.id} = mine.room_id`)
    .leftJoin(others, and(sql`${others.roomId} = mine.room_id`, ne(others.userId, me)))
    .leftJoin(users, eq(users.id, others.userId))
    .leftJoin(profiles, eq(profiles.userId, others.userId))
type RoomRow = Awaited<ReturnType<typeof selectRooms>>[number]
type OwnMember = Pick<typeof roomMembers.$inferSelect, 'readSeq' | 'folder' | 'listedAt'> &
  Record<'pinned' | 'muted' | 'markedUnread', number>

/**
 * Selects a page of a member's conversations with one row for each other member: pinned ones first, then the newest. The room of an
 * order is listed at once, that of a pair once it has a message: until then only the user who opened it knows it.
 */
export function selectConversations(db: Database, me: number, filter: Filter, cursor: string | undefined) {
  const [id, at, pinned = 0] = cursor?.split('.').reverse() ?? []
  const mine = db
    .select()
    .from(roomMembers)
    .where(
      and(
        eq(roomMembers.userId, me),
        eq(roomMembers.folder, FOLDER_OF[filter]),
        isNotNull(roomMembers.listedAt),
        filter === 'unread' ? isUnread : undefined,
        cursor
          ? sql`(${roomMembers.pinned}, ${roomMembers.listedAt}, ${roomMembers.roomId}) < (${Number(pinned)}, ${Number(at)}, ${id})`
          : undefined,
      ),
    )
    .orderBy(desc(roomMembers.pinned), desc(roomMembers.listedAt), desc(roomMembers.roomId))
    .limit(CONVERSATIONS_PAGE + 1)
  return selectRooms(db, me, sql`(${mine.getSQL()})`).orderBy(
    sql`mine.pinned desc, mine.listed_at desc, mine.room_id desc`,
    asc(others.userId),
  )
}

/** The newest message of a room. The room writes an empty text a moment after it was hidden. */
const toLast = ({ lastText, lastAt }: RoomRow['room'], userId: number, isHiddenNow: boolean): Conversation['last'] =>
  isHiddenNow ? { text: '', userId, at: lastAt, isHidden: true } : { text: lastText, userId, at: lastAt }

/** Converts the rows of one room. */
function toConversation(me: number, members: RoomRow[]): Conversation & { listedAt: number } {
  const { room, member, name, address, image, otherFolder, isBlocked, isHidden: isLastHidden } = members[0]!
  const mine = JSON.parse(member) as OwnMember
  return {
    room_id: room.id,
    user_ids: [me, ...members.flatMap(({ userId }) => userId ?? [])],
    metadata: { name, address, orderId: room.orderId, image, title: room.title },
    last: room.lastUserId === null ? null : toLast(room, room.lastUserId, isLastHidden === 1),
    unread: Math.max(0, room.lastSeq - mine.readSeq),
    folder: mine.folder === 'new' ? 'inbox' : mine.folder,
    isPinned: mine.pinned === 1,
    isMuted: mine.muted === 1,
    isMarkedUnread: mine.markedUnread === 1,
    isWaiting: room.pair !== null && otherFolder !== null && isUnanswered(otherFolder),
    isBlocked: isBlocked === 1,
    listedAt: mine.listedAt ?? 0,
  }
}

/** Converts rows to conversations, in their order. */
const toConversations = (me: number, rows: RoomRow[]) =>
  [...Map.groupBy(rows, ({ room }) => room.id).values()].map((members) => toConversation(me, members))
const withoutTime = ({ listedAt: _, ...conversation }: ReturnType<typeof toConversation>): Conversation => conversation

/** Reads a page of a member's conversations, and how many requests and unread messages wait. */
async function readConversations(db: Database, me: number, filter: Filter, cursor: string | undefined): Promise<ConversationPage> {
  const rows = await selectConversations(db, me, filter, cursor)
  const selectCounts = sql`select ${countRequests(me)} as requests, ${countUnread(me)} as unread`
  const [counted] = rows.length ? rows : await db.all<{ requests: number; unread: number }>(selectCounts)
  const found = toConversations(me, rows)
  const page = found.slice(0, CONVERSATIONS_PAGE)
  const last = found.length > CONVERSATIONS_PAGE && page.at(-1)!
  return {
    conversations: page.map(withoutTime),
    next: last ? `${last.isPinned ? '1.' : ''}${last.listedAt}.${last.room_id}` : null,
    requests: counted!.requests,
    unread: counted!.unread,
  }
}

/** The newest conversations of a member, with the name of each other member and the title of the order. */
function selectNames(db: Database, me: number) {
  const mine = db
    .select({ roomId: roomMembers.roomId, listedAt: roomMembers.listedAt })
    .from(roomMembers)
    .where(and(eq(roomMembers.userId, me), isNotNull(roomMembers.listedAt), ne(roomMembers.folder, 'declined')))
    .orderBy(desc(roomMembers.listedAt), desc(roomMembers.roomId))
    .limit(MAX_SEARCHED_ROOMS)
    .as('mine')
  return db
    .select({ roomId: mine.roomId, name: shownName, title: rooms.title })
    .from(mine)
    .innerJoin(rooms, eq(rooms.id, mine.roomId))
    .leftJoin(others, and(eq(others.roomId, mine.roomId), ne(others.userId, me)))
    .leftJoin(users, eq(users.id, others.userId))
    .leftJoin(profiles, eq(profiles.userId, others.userId))
    .orderBy(desc(mine.listedAt), desc(mine.roomId))
}

/** Reads the texts of found messages in their rooms, and leaves out those that are deleted now. */
async function readFound(env: ChatEnv, found: IndexedMessage[], text: string): Promise<FoundMessage[]> {
  const texts = await Promise.all(
    [...Map.groupBy(found, ({ roomId }) => roomId)].map(async ([roomId, list]) => {
      const messages = (await env.ROOMS.getByName(roomId).messagesAt(list.map(({ seq }) => seq))) as RoomMessage[]
      return messages.map((message) => ({ ...message, roomId }))
    }),
  )
  const read = texts.flat()
  return found.flatMap(({ roomId, seq }): FoundMessage[] => {
    const message = read.find((one) => one.roomId === roomId && one.seq === seq)
    if (!message) return []
    return [{ room_id: roomId, seq, user_id: message.userId, text: excerptAround(message.text, text), at: message.at }]
  })
}

/** Searches a member's conversations. Names are compared here, because SQLite knows upper and lower case only of ASCII letters. */
async function searchConversations(env: ChatEnv, me: number, text: string): Promise<FoundConversations> {
  const db = database(env)
  const match = matchMessages(text, me)
  const [names, found] = await db.batch([
    selectNames(db, me),
    db.all<IndexedMessage>(match === null ? sql`select 1 where false` : selectFound(match, me, MAX_FOUND)),
  ])
  const folded = foldText(text)
  const isNamed = (name: string | null) => name !== null && foldText(name).includes(folded)
  const namedIds = new Set(names.filter(({ name, title }) => isNamed(name) || isNamed(title)).map(({ roomId }) => roomId))
  const shownIds = [...namedIds].slice(0, MAX_FOUND)
  const ids = [...new Set([...shownIds, ...found.map(({ roomId }) => roomId)])]
  const own = db
    .select()
    .from(roomMembers)
    .where(and(eq(roomMembers.userId, me), inArray(roomMembers.roomId, ids)))
  const [messages, rows] = await Promise.all([readFound(env, found, text), ids.length ? selectRooms(db, me, sql`(${own.getSQL()})`) : []])
  const read = toConversations(me, rows).map(withoutTime)
  const conversationOf = (id: string) => read.find(({ room_id }) => room_id === id) ?? []
  return {
    conversations: shownIds.flatMap(conversationOf),
    messages,
    others: ids.slice(shownIds.length).flatMap(conversationOf),
  }
}

/** What each action writes. An archived room is not pinned. */
const CHANGES: Record<ConversationAction, Partial<typeof roomMembers.$inferInsert>> = {
  archive: { folder: 'archived', pinned: false, markedUnread: false, digestDue: null, pushDue: null },
  unarchive: { folder: 'inbox' },
  mute: { muted: true, digestDue: null, pushDue: null },
  unmute: { muted: false },
  pin: { pinned: true },
  unpin: { pinned: false },
  markUnread: { markedUnread: true },
  clearUnread: { markedUnread: false },
}

/** The lists in which an action is possible. In others it changes nothing. */
const foldersOf = (action: ConversationAction): Folder[] =>
  action === 'unarchive' ? ['archived'] : action === 'archive' || action === 'pin' ? ['inbox'] : ['inbox', 'requests', 'archived']

export const conversationRoutes = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>()
  .get('/getConversations', requireUser, valid('query', conversationsQuery), async (c) => {
    const { filter, cursor } = c.req.valid('query')
    return c.json(await readConversations(database(c.env), c.var.user.id, filter, cursor))
  })
  .get('/searchConversations', requireUser, valid('query', searchQuery), async (c) =>
    c.json(await searchConversations(c.env, c.var.user.id, c.req.valid('query').text)),
  )
  /** Archives, mutes or pins a conversation of the caller, or marks it as unread. */
  .post('/changeConversation', requireUser, valid('json', changeConversationRequest), async (c) => {
    const { roomId, action } = c.req.valid('json')
    const db = database(c.env)
    const me = c.var.user.id
    const isMine = and(eq(roomMembers.roomId, roomId), eq(roomMembers.userId, me))
    const pinned = sql`(select count(*) from room_members p where p.user_id = ${me} and p.folder = 'inbox' and p.pinned = 1)`
    const canPin = action === 'pin' ? or(eq(roomMembers.pinned, true), sql`${pinned} < ${MAX_PINNED}`) : undefined
    const [changed] = await db
      .update(roomMembers)
      .set(CHANGES[action])
      .where(and(isMine, inArray(roomMembers.folder, foldersOf(action)), canPin))
      .returning({ roomId: roomMembers.roomId })
    if (!changed) {
      const [member] = await db.select({ folder: roomMembers.folder }).from(roomMembers).where(isMine)
      if (!member) throw new ApiError('not_room_member')
      if (action === 'pin' && member.folder === 'inbox') throw new ApiError('pin_limit', { limit: MAX_PINNED })
    }
    return c.json({ roomId, action })
  })
