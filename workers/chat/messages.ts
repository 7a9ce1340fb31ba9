import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { InferOutput } from 'valibot'
import type { AreaVariables, Viewer } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { opaqueId } from '../shared/ids.ts'
import { requireUser, SESSION_COOKIE, SESSION_SECONDS, viewerOf } from '../shared/session.ts'
import { checkNotSuspended } from '../shared/suspensions.ts'
import { valid } from '../shared/valid.ts'
import type { ChatEnv } from './env.ts'
import { claimFiles } from './message-files.ts'
import {
  historyQuery,
  type Message,
  type MessageChange,
  type NewMessage,
  type RoomPage,
  readRequest,
  sendRequest,
} from './messages.schema.ts'
import type { OfferChange } from './offers.schema.ts'
import { completeOffer, notifyOfOffer } from './offers.ts'
import { readRoom, roomOf } from './rooms.ts'
import { MEMBER_HEADER, SESSION_HEADER, UNTIL_HEADER } from './sockets.ts'
import { isUnanswered } from './standing.ts'
import type { rooms } from './tables.ts'

function requireUpgrade(c: Context): void {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new ApiError('bad_request', { upgrade: 'websocket' })
}

/** An internal request to a Durable Object. It contains none of the client's headers, so that a client cannot claim to be another user. */
const upgradeRequest = (c: Context, { id, session, signedInAt }: Viewer): Request =>
  new Request(c.req.url, {
    headers: {
      upgrade: 'websocket',
      [MEMBER_HEADER]: String(id),
      [SESSION_HEADER]: session,
      [UNTIL_HEADER]: String(signedInAt + SESSION_SECONDS),
    },
  })

/**
 * Throws `unauthorized` if the session ended while its socket was being opened. Checked after the Durable Object has accepted the socket,
 * because a call that ends the session later finds and closes the socket.
 */
async function requireActiveSession(c: Context<{ Bindings: ChatEnv; Variables: AreaVariables & { user: Viewer } }>): Promise<void> {
  if (!(await viewerOf(database(c.env), getCookie(c, SESSION_COOKIE) ?? ''))) throw new ApiError('unauthorized')
}

type SendRequest = InferOutput<typeof sendRequest>

async function newMessage(
  db: Database,
  userId: number,
  room: typeof rooms.$inferSelect,
  sent: Extract<SendRequest, { type: 'send' }>,
): Promise<NewMessage> {
  const { clientId = opaqueId(), message } = sent
  if (message.mimeType !== 'offer') {
    const { text, replyTo, files } = message
    return { clientId, text, replyTo, files: await claimFiles(db, userId, { roomId: room.id, clientId, ids: files }) }
  }
  return { clientId, text: '', offer: { ...(await completeOffer(db, room, message.text)), counters: message.counters } }
}

/** An edit of a text, or new terms of an offer. */
async function edited(
  db: Database,
  room: typeof rooms.$inferSelect,
  { messageId, message, edits }: Extract<SendRequest, { type: 'edit' }>,
): Promise<MessageChange | OfferChange> {
  if (message.mimeType !== 'offer') return { type: 'edit', messageId, text: message.text, edits }
  return { type: 'offer', messageId, offer: await completeOffer(db, room, message.text), edits: edits ?? 0 }
}

/** How a member has a room in their list. */
function toOwnRoom(
  { pair }: typeof rooms.$inferSelect,
  me: number,
  members: Awaited<ReturnType<typeof readRoom>>['members'],
  canWrite: boolean,
): RoomPage['mine'] {
  const { own } = members.find(({ user_id }) => user_id === me)!
  const other = members.find(({ user_id }) => user_id !== me)
  return {
    folder: own.folder === 'new' ? 'inbox' : own.folder,
    isPinned: own.pinned,
    isMuted: own.muted,
    isMarkedUnread: own.markedUnread,
    isWaiting: pair !== null && other !== undefined && isUnanswered(other.own.folder),
    isBlocked: other?.isBlocked === 1,
    canWrite: other !== undefined && canWrite,
  }
}

export const messageRoutes = new Hono<{ Bindings: ChatEnv; Variables: AreaVariables }>()
  .get('/rooms/:id', requireUser, async (c) => {
    requireUpgrade(c)
    const id = c.req.param('id')
    const { id: me, session } = c.var.user
    await roomOf(database(c.env), id, me)
    const room = c.env.ROOMS.getByName(id)
    const response = await room.fetch(upgradeRequest(c, c.var.user))
    await requireActiveSession(c).catch(async (error: unknown) => {
      await room.endSessions(me, [session])
      throw error
    })
    return response
  })
  .get('/inbox', requireUser, async (c) => {
    requireUpgrade(c)
    const { id, session } = c.var.user
    const inbox = c.env.INBOXES.getByName(String(id))
    const response = await inbox.fetch(upgradeRequest(c, c.var.user))
    await requireActiveSession(c).catch(async (error: unknown) => {
      await inbox.endSessions([session])
      throw error
    })
    return response
  })
  .get('/getRoomMessages', requireUser, valid('query', historyQuery), async (c) => {
    const { roomId: id, ...part } = c.req.valid('query')
    const { room, members, about } = await readRoom(database(c.env), id, c.var.user.id)
    const { messages, more, rev, reads, isClosed } = await c.env.ROOMS.getByName(id).history(c.var.user.id, part)
    const page: RoomPage = {
      room_id: id,
      orderId: room.orderId,
      title: room.title,
      about,
      members: members.map(({ user_id, name, address, image }) => ({
        user_id,
        name,
        address,
        image,
        readSeq: reads.find(({ userId }) => userId === user_id)?.seq ?? 0,
      })),
      messages,
      more,
      rev,
      mine: toOwnRoom(room, c.var.user.id, members, !isClosed && !(room.pair !== null && c.var.user.suspension)),
    }
    return c.json(page)
  })
  .post('/sendMessage', requireUser, valid('json', sendRequest), async (c) => {
    const body = c.req.valid('json')
    const me = c.var.user.id
    const db = database(c.env)
    const found = await roomOf(db, body.roomId, me)
    // The room knows it, too, but reads it only once a minute, and cannot say until when.
    if (found.orderId === null && body.type !== 'delete') checkNotSuspended(c.var.user)
    const room = c.env.ROOMS.getByName(body.roomId)
    const result = await (body.type === 'send'
      ? room.send(me, await newMessage(db, me, found, body))
      : room.change(me, body.type === 'edit' ? await edited(db, found, body) : body))
    if ('code' in result) throw new ApiError(result.code, result.retryAfter && { retryAfter: result.retryAfter })
    if (result.isNew && 'message' in body && body.message.mimeType === 'offer')
      notifyOfOffer(c, found, result.message as Message, 'offerReceived')
    return c.json({ clientId: result.message.clientId, message: result.message })
  })
  .post('/markRead', requireUser, valid('json', readRequest), async (c) => {
    const body = c.req.valid('json')
    await roomOf(database(c.env), body.roomId, c.var.user.id)
    await c.env.ROOMS.getByName(body.roomId).markRead(c.var.user.id, body.seq)
    return c.json({ roomId: body.roomId, seq: body.seq })
  })
