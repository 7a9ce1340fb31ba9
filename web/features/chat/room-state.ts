import { excerptOf, type Member, type Message, type RoomFrame, type RoomPage } from '../../../workers/chat/messages.schema.ts'
import type { Outgoing } from '../../lib/outgoing-messages.ts'

/** How long a member counts as typing after the last `typing` frame (ms). */
export const TYPING_MS = 5000
/** Above this number, the oldest messages are removed while the reader is at the newest one. They can be loaded again. */
const MAX_MESSAGES = 400
const MESSAGES_AFTER_TRIM = 200
/** While the reader looks at earlier messages, at most this many are in the list. What is further away is removed, and loaded when needed. */
const WINDOW = 200

export interface RoomState {
  /** Consecutive sequence numbers, oldest first. */
  messages: Message[]
  /** The seq of the newest message of the room. If it is not in `messages`, these are an earlier part, see {@link isEarlier}. */
  lastSeq: number
  /** Whether the server has older messages. */
  more: boolean
  /** The number of the newest change of a message that arrived here. */
  rev: number
  /** The changed messages that arrived here, by seq. A page that was on its way meanwhile still has their earlier texts. */
  changed: ReadonlyMap<number, Message>
  /** Whether changes were missed that the socket does not send, so that the messages must be replaced by the next page. */
  isStale: boolean
  outgoing: Outgoing[]
  members: Member[]
  present: number[]
  /** Members who are typing, each until a time (milliseconds since 1970). */
  typing: { userId: number; until: number }[]
}

export const emptyRoom: RoomState = {
  messages: [],
  lastSeq: 0,
  more: false,
  rev: 0,
  changed: new Map(),
  isStale: false,
  outgoing: [],
  members: [],
  present: [],
  typing: [],
}

/** Whether the list shows an earlier part of the room. New messages are then only counted: they would leave a gap. */
export const isEarlier = ({ messages, lastSeq }: RoomState): boolean => (messages.at(-1)?.seq ?? 0) < lastSeq

export type RoomAction =
  | { type: 'page'; page: RoomPage }
  | { type: 'older'; page: RoomPage }
  | { type: 'newer'; page: RoomPage }
  | { type: 'part'; page: RoomPage }
  | { type: 'frame'; frame: RoomFrame; me: number; at: number }
  | { type: 'write'; outgoing: Outgoing }
  | { type: 'arrived'; message: Message }
  | { type: 'changed'; message: Message }
  | { type: 'failed'; clientId: string; code: Outgoing['failed'] }
  | { type: 'discard'; clientId: string }
  | { type: 'quiet'; at: number }
  | { type: 'trim' }

/** Merges two lists in the order of their messages. `cut`: messages before a gap were removed, so that the list has no gap. */
function merge(known: Message[], news: Message[]): { messages: Message[]; cut: boolean } {
  const last = known.at(-1)?.seq ?? 0
  const first = news[0]?.seq ?? 0
  if (first === last + 1 || !news.length || !known.length) return { messages: [...known, ...news], cut: false }
  const all = [...Map.groupBy([...known, ...news], (message) => message.seq).values()]
    .map((same) => same.reduce(latest))
    .sort((a, b) => a.seq - b.seq)
  const gap = all.findLastIndex((message, i) => i > 0 && message.seq !== all[i - 1]!.seq + 1)
  return gap > 0 ? { messages: all.slice(gap), cut: true } : { messages: all, cut: false }
}

/** The same message as it is after its last change. */
const latest = (one: Message, other: Message): Message => ((other.rev ?? 0) >= (one.rev ?? 0) ? other : one)

/** Shows an excerpt of a changed message as it is now. A state that is not newer than what is known is ignored. */
function withExcerpt(message: Message, changed: ReadonlyMap<number, Message>, knownRev: number): Message {
  const { replyTo } = message
  const answered = replyTo && changed.get(replyTo.seq)
  if (!replyTo || !answered || (answered.rev ?? 0) <= knownRev) return message
  return { ...message, replyTo: excerptOf(answered) }
}

/** Shows the excerpts of outgoing replies as the answered messages are now: deleted and hidden words must not stay on the device. */
function withCurrentExcerpts(state: RoomState): RoomState {
  const outgoing = state.outgoing.map((one) => {
    const { replyTo } = one
    const shown = replyTo && state.messages.find(({ seq }) => seq === replyTo.seq)
    const changed = replyTo && state.changed.get(replyTo.seq)
    const answered = shown && changed ? latest(shown, changed) : (shown ?? changed)
    const excerpt = answered && excerptOf(answered)
    const isSame = excerpt?.text === replyTo?.text && excerpt?.isHidden === replyTo?.isHidden
    return !excerpt || isSame ? one : { ...one, replyTo: excerpt }
  })
  return outgoing.some((one, i) => one !== state.outgoing[i]) ? { ...state, outgoing } : state
}

/** Messages with the changes that they do not have yet, also in their excerpts. `knownRev` is the newest change that they have. */
const withChanges = (messages: Message[], changed: ReadonlyMap<number, Message>, knownRev: number): Message[] =>
  messages.map((message) => withExcerpt(latest(message, changed.get(message.seq) ?? message), changed, knownRev))

/** Shows changed messages as they are now, also in the replies to them. Messages that are not loaded are left out. */
function applyChanges(state: RoomState, changes: Message[], rev: number): RoomState {
  const news = new Map(changes.map((message) => [message.seq, message]))
  const changed = new Map(state.changed)
  for (const message of changes) changed.set(message.seq, latest(changed.get(message.seq) ?? message, message))
  return { ...state, rev: Math.max(state.rev, rev), changed, messages: withChanges(state.messages, news, state.rev) }
}

/**
 * Adds new messages, unless the list shows an earlier part. Outgoing messages among them are no longer outgoing, and the authors are no
 * longer typing.
 */
function add(state: RoomState, news: Message[], more = state.more): RoomState {
  const { messages, cut } = isEarlier(state) ? { ...state, cut: false } : merge(state.messages, news)
  const arrived = new Set(news.map((message) => message.clientId))
  const authors = new Set(news.map((message) => message.user_id))
  return {
    ...state,
    messages,
    lastSeq: Math.max(state.lastSeq, news.at(-1)?.seq ?? 0),
    more: more || cut,
    outgoing: state.outgoing.filter((one) => !arrived.has(one.clientId)),
    typing: state.typing.filter((one) => !authors.has(one.userId)),
    // The author of a message has read all messages before it.
    members: news.length ? news.reduce((members, one) => raiseReadSeq(members, one.user_id, one.seq), state.members) : state.members,
  }
}

/** Adds the page before or after the list, and removes what is too far from it. A page that does not follow is ignored: the list has moved. */
function extend(state: RoomState, { type, page }: { type: 'older' | 'newer'; page: RoomPage }): RoomState {
  const news = withChanges(page.messages, state.changed, page.rev)
  const [first, last] = [state.messages[0]?.seq ?? 0, state.messages.at(-1)?.seq ?? 0]
  if (type === 'older') {
    if (!news.length) return { ...state, more: false }
    return news.at(-1)!.seq === first - 1 ? { ...state, messages: [...news, ...state.messages].slice(0, WINDOW), more: page.more } : state
  }
  if (news[0]?.seq !== last + 1) return state
  const messages = [...state.messages, ...news]
  const lastSeq = Math.max(state.lastSeq, news.at(-1)!.seq)
  return { ...state, messages: messages.slice(-WINDOW), lastSeq, more: state.more || messages.length > WINDOW }
}

const raiseReadSeq = (members: Member[], userId: number, seq: number): Member[] =>
  members.some((member) => member.user_id === userId && member.readSeq < seq)
    ? members.map((member) => (member.user_id === userId ? { ...member, readSeq: seq } : member))
    : members

const updateOutgoing = (state: RoomState, clientId: string, change: Partial<Outgoing>): RoomState => ({
  ...state,
  outgoing: state.outgoing.map((one) => (one.clientId === clientId ? { ...one, ...change } : one)),
})

function frame(state: RoomState, { frame, me, at }: Extract<RoomAction, { type: 'frame' }>): RoomState {
  switch (frame.type) {
    case 'messages':
      return add(state, frame.messages)
    case 'sent':
      return arrived(state, frame.message)
    case 'changed':
      return applyChanges(state, frame.messages, frame.rev)
    case 'reload':
      return { ...state, isStale: true }
    case 'presence':
      return { ...state, present: frame.userIds, typing: state.typing.filter((one) => frame.userIds.includes(one.userId)) }
    case 'typing':
      if (frame.userId === me) return state
      return {
        ...state,
        typing: [...state.typing.filter((one) => one.userId !== frame.userId), { userId: frame.userId, until: at + TYPING_MS }],
      }
    case 'read':
      return { ...state, members: raiseReadSeq(state.members, frame.userId, frame.seq) }
    case 'reads':
      return { ...state, members: frame.reads.reduce((members, { userId, seq }) => raiseReadSeq(members, userId, seq), state.members) }
    case 'error':
      return frame.clientId ? updateOutgoing(state, frame.clientId, { failed: frame.code }) : state
    default:
      frame satisfies never
      return state
  }
}

/** A message of the viewer is stored. If messages before it are missing here, it is not added: the socket will bring all of them. */
const arrived = (state: RoomState, message: Message): RoomState =>
  message.seq === state.lastSeq + 1
    ? add(state, [message])
    : { ...state, outgoing: state.outgoing.filter((one) => one.clientId !== message.clientId) }

/** The reducer of an open room. */
export const roomReducer = (state: RoomState, action: RoomAction): RoomState => withCurrentExcerpts(reduce(state, action))

function reduce(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case 'page': {
      const members = action.page.members.map((member) => ({
        ...member,
        readSeq: Math.max(member.readSeq, state.members.find((one) => one.user_id === member.user_id)?.readSeq ?? 0),
      }))
      const { more, rev } = action.page
      const messages = withChanges(action.page.messages, state.changed, rev)
      // An earlier part is replaced too: its messages may have been changed.
      if (state.isStale) {
        const newer = state.messages.filter((message) => message.seq > (messages.at(-1)?.seq ?? 0))
        return add({ ...state, members, messages, lastSeq: messages.at(-1)?.seq ?? 0, more, rev, isStale: false }, newer)
      }
      if (isEarlier(state)) return add({ ...state, members }, messages)
      const isOlder = !state.messages.length || (messages[0]?.seq ?? 0) < state.messages[0]!.seq
      // The page does not have the changes of messages before it, so these are still to come.
      const known = state.messages.length ? state.rev : rev
      return add({ ...state, members, rev: known }, messages, isOlder ? more : state.more)
    }
    case 'older':
    case 'newer':
      return extend(state, action)
    case 'part': {
      const messages = withChanges(action.page.messages, state.changed, action.page.rev)
      return { ...state, messages, more: action.page.more, lastSeq: Math.max(state.lastSeq, messages.at(-1)?.seq ?? 0) }
    }
    case 'frame':
      return frame(state, action)
    case 'write':
      return { ...state, outgoing: [...state.outgoing.filter((one) => one.clientId !== action.outgoing.clientId), action.outgoing] }
    case 'arrived':
      return arrived(state, action.message)
    // The revisions before it may still be missing here.
    case 'changed':
      return applyChanges(state, [action.message], state.rev)
    case 'failed':
      return updateOutgoing(state, action.clientId, { failed: action.code })
    case 'discard':
      return { ...state, outgoing: state.outgoing.filter((one) => one.clientId !== action.clientId) }
    case 'quiet':
      return { ...state, typing: state.typing.filter((one) => one.until > action.at) }
    case 'trim':
      return state.messages.length > MAX_MESSAGES ? { ...state, messages: state.messages.slice(-MESSAGES_AFTER_TRIM), more: true } : state
    default:
      action satisfies never
      return state
  }
}
