import type { Member, Message, RoomFrame, RoomPage } from '../../../workers/chat/messages.schema.ts'
import type { ErrorCode } from '../../../workers/shared/errors.schema.ts'
import type { ClientErrorCode } from '../../lib/api-error.ts'

/** How long somebody counts as typing after the last sign of it. */
export const TYPING_MS = 5000
/** Above this many messages the oldest are let go while one reads the newest; they can be loaded again. */
const KEEP = 400
const KEEP_AFTER_TRIM = 200

/** A message on its way. `failed` says why it did not get there; it stays until it is sent again or thrown away. */
export interface Outgoing {
  clientId: string
  text: string
  at: number
  failed: ErrorCode | ClientErrorCode | null
}

export interface RoomState {
  /** Without a gap, oldest first. */
  messages: Message[]
  /** Whether there are older ones on the server. */
  more: boolean
  outgoing: Outgoing[]
  members: Member[]
  present: number[]
  /** Who is typing, until when (milliseconds). */
  typing: { userId: number; until: number }[]
}

export const emptyRoom: RoomState = { messages: [], more: false, outgoing: [], members: [], present: [], typing: [] }

export type RoomAction =
  | { type: 'page'; page: RoomPage }
  | { type: 'older'; page: RoomPage }
  | { type: 'frame'; frame: RoomFrame; me: number; at: number }
  | { type: 'write'; outgoing: Outgoing }
  | { type: 'arrived'; message: Message }
  | { type: 'failed'; clientId: string; code: Outgoing['failed'] }
  | { type: 'discard'; clientId: string }
  | { type: 'quiet'; at: number }
  | { type: 'trim' }

/** Both lists as one in order, and whether older ones were dropped because what lies between is not known. */
function union(known: Message[], news: Message[]): { messages: Message[]; cut: boolean } {
  const last = known.at(-1)?.seq ?? 0
  const first = news[0]?.seq ?? 0
  if (first === last + 1 || !news.length || !known.length) return { messages: [...known, ...news], cut: false }
  const all = [...new Map([...known, ...news].map((message) => [message.seq, message])).values()].sort((a, b) => a.seq - b.seq)
  const gap = all.findLastIndex((message, i) => i > 0 && message.seq !== all[i - 1]!.seq + 1)
  return gap > 0 ? { messages: all.slice(gap), cut: true } : { messages: all, cut: false }
}

/** Adds messages; what of mine is among them is no longer on its way, and nobody types who has just written. */
function add(state: RoomState, news: Message[], more = state.more): RoomState {
  const { messages, cut } = union(state.messages, news)
  const arrived = new Set(news.map((message) => message.clientId))
  const authors = new Set(news.map((message) => message.user_id))
  return {
    ...state,
    messages,
    more: more || cut,
    outgoing: state.outgoing.filter((one) => !arrived.has(one.clientId)),
    typing: state.typing.filter((one) => !authors.has(one.userId)),
    // Whoever writes has read what stands above.
    members: news.length ? news.reduce((members, one) => raise(members, one.user_id, one.seq), state.members) : state.members,
  }
}

const raise = (members: Member[], userId: number, seq: number): Member[] =>
  members.some((member) => member.user_id === userId && member.readSeq < seq)
    ? members.map((member) => (member.user_id === userId ? { ...member, readSeq: seq } : member))
    : members

const settle = (state: RoomState, clientId: string, change: Partial<Outgoing>): RoomState => ({
  ...state,
  outgoing: state.outgoing.map((one) => (one.clientId === clientId ? { ...one, ...change } : one)),
})

function frame(state: RoomState, { frame, me, at }: Extract<RoomAction, { type: 'frame' }>): RoomState {
  switch (frame.type) {
    case 'messages':
      return add(state, frame.messages)
    case 'sent':
      return arrived(state, frame.message)
    case 'presence':
      return { ...state, present: frame.userIds, typing: state.typing.filter((one) => frame.userIds.includes(one.userId)) }
    case 'typing':
      if (frame.userId === me) return state
      return {
        ...state,
        typing: [...state.typing.filter((one) => one.userId !== frame.userId), { userId: frame.userId, until: at + TYPING_MS }],
      }
    case 'read':
      return { ...state, members: raise(state.members, frame.userId, frame.seq) }
    case 'error':
      return frame.clientId ? settle(state, frame.clientId, { failed: frame.code }) : state
    default:
      frame satisfies never
      return state
  }
}

/** A message of mine is stored. Where others came in between, they and it are on their way here. */
const arrived = (state: RoomState, message: Message): RoomState =>
  message.seq === (state.messages.at(-1)?.seq ?? 0) + 1
    ? add(state, [message])
    : { ...state, outgoing: state.outgoing.filter((one) => one.clientId !== message.clientId) }

/** Everything that can happen to an open room. */
export function room(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case 'page': {
      const members = action.page.members.map((member) => ({
        ...member,
        readSeq: Math.max(member.readSeq, state.members.find((one) => one.user_id === member.user_id)?.readSeq ?? 0),
      }))
      const further = !state.messages.length || (action.page.messages[0]?.seq ?? 0) < state.messages[0]!.seq
      return add({ ...state, members }, action.page.messages, further ? action.page.more : state.more)
    }
    case 'older':
      return add(state, action.page.messages, action.page.more)
    case 'frame':
      return frame(state, action)
    case 'write':
      return { ...state, outgoing: [...state.outgoing.filter((one) => one.clientId !== action.outgoing.clientId), action.outgoing] }
    case 'arrived':
      return arrived(state, action.message)
    case 'failed':
      return settle(state, action.clientId, { failed: action.code })
    case 'discard':
      return { ...state, outgoing: state.outgoing.filter((one) => one.clientId !== action.clientId) }
    case 'quiet':
      return { ...state, typing: state.typing.filter((one) => one.until > action.at) }
    case 'trim':
      return state.messages.length > KEEP ? { ...state, messages: state.messages.slice(-KEEP_AFTER_TRIM), more: true } : state
    default:
      action satisfies never
      return state
  }
}
