import { describe, expect, it } from 'vitest'
import type { Message, RoomFrame, RoomPage } from '../../../workers/chat/messages.schema.ts'
import { emptyRoom, isEarlier, type RoomState, roomReducer, TYPING_MS } from './room-state.ts'

const ME = 1
const THEM = 2
const message = (seq: number, user_id = THEM): Message => ({
  id: `id${seq}`,
  clientId: `client-${seq}`,
  seq,
  user_id,
  message: { text: `message ${seq}`, mimeType: 'text/plain' },
  at: 1_700_000_000 + seq,
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i))
const page = (messages: Message[], more = false): RoomPage => ({
  room_id: 'r',
  orderId: null,
  title: null,
  about: null,
  members: [ME, THEM].map((user_id) => ({ user_id, name: '', address: null, image: null, readSeq: 0 })),
  messages,
  more,
  rev: 0,
  mine: { folder: 'inbox', isPinned: false, isMuted: false, isMarkedUnread: false, isWaiting: false, isBlocked: false, canWrite: true },
})
const receive = (state: RoomState, ...frames: RoomFrame[]) =>
  frames.reduce((next, frame) => roomReducer(next, { type: 'frame', frame, me: ME, at: 1000 }), state)
const messages = (...list: Message[]): RoomFrame => ({ v: 1, type: 'messages', messages: list })
const changed = (seq: number, rev: number, text = 'edited'): Message => ({
  ...message(seq),
  message: { text, mimeType: 'text/plain' },
  rev,
  edits: 1,
})
const changes = (rev: number, ...list: Message[]): RoomFrame => ({ v: 1, type: 'changed', rev, messages: list })
const opened = (list: Message[], more = false) => roomReducer(emptyRoom, { type: 'page', page: page(list, more) })
const seqs = (state: RoomState) => state.messages.map((one) => one.seq)
const write = (state: RoomState, clientId: string) =>
  roomReducer(state, { type: 'write', outgoing: { clientId, text: 'hi', at: 1_700_000_000, failed: null } })

describe('an open room', () => {
  it('adds new messages and ignores known ones', () => {
    const state = receive(opened(range(1, 3)), messages(message(3), message(4)), messages(message(4)))
    expect(seqs(state)).toEqual([1, 2, 3, 4])
    expect(state.more).toBe(false)
  })

  it('removes the messages before a gap, so that loading older ones fills it', () => {
    const state = receive(opened(range(1, 3)), messages(...range(9, 10)))
    expect(seqs(state)).toEqual([9, 10])
    expect(state.more).toBe(true)
    const filled = roomReducer(state, { type: 'older', page: page(range(1, 8)) })
    expect(seqs(filled)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(filled.more).toBe(false)
  })

  it('keeps older pages when the newest is loaded again', () => {
    const state = roomReducer(opened(range(51, 100), true), { type: 'older', page: page(range(1, 50)) })
    const again = roomReducer(state, { type: 'page', page: page(range(53, 102), true) })
    expect(seqs(again)).toEqual(range(1, 102).map((one) => one.seq))
    expect(again.more).toBe(false)
  })

  it('trims a list of more than 400 messages to the newest 200', () => {
    const state = roomReducer(opened(range(1, 401)), { type: 'trim' })
    expect([state.messages.length, state.messages.at(-1)?.seq, state.more]).toEqual([200, 401, true])
    const short = opened(range(1, 400))
    expect(roomReducer(short, { type: 'trim' })).toBe(short)
  })
})

describe('a changed message', () => {
  const texts = (state: RoomState) => state.messages.map((one) => one.message.text)

  it('replaces the one that is shown; one that is not loaded is only counted', () => {
    const state = receive(opened(range(5, 6), true), changes(3, changed(6, 3), changed(2, 2)))
    expect([texts(state), seqs(state), state.rev, state.more]).toEqual([['message 5', 'edited'], [5, 6], 3, true])
  })

  it('is not replaced by an older state of it, in a page, a replay or a late frame', () => {
    const state = receive(opened(range(1, 2)), changes(4, changed(1, 4, 'newest')))
    expect(texts(receive(state, changes(3, changed(1, 3, 'older'))))).toEqual(['newest', 'message 2'])
    expect(texts(receive(state, messages(...range(1, 3))))).toEqual(['newest', 'message 2', 'message 3'])
    expect(texts(roomReducer(state, { type: 'page', page: page(range(1, 2)) }))).toEqual(['newest', 'message 2'])
    expect(receive(state, changes(3, changed(1, 3))).rev).toBe(4)
  })

  it('is shown as it is now in a reply, also if it is not loaded itself', () => {
    const reply = { ...message(6), replyTo: { id: 'id2', seq: 2, user_id: ME, text: 'message 2' } }
    const state = receive(opened([message(5), reply], true), changes(3, changed(2, 3, 'a\nb')))
    const excerpts = (of: RoomState) => of.messages.map((one) => one.replyTo?.text)
    expect(excerpts(state)).toEqual([undefined, 'a b'])
    expect(excerpts(receive(state, changes(2, changed(2, 2, 'older'))))).toEqual([undefined, 'a b'])
    expect(excerpts(receive(state, changes(4, changed(2, 4, ''))))).toEqual([undefined, ''])
  })

  it('keeps its deletion if a page that was on its way still has its text, also as an excerpt', () => {
    const reply = { ...message(6), replyTo: { id: 'id2', seq: 2, user_id: ME, text: 'message 2' } }
    const state = receive(opened([message(7)], true), changes(3, changed(2, 3, '')))
    const older = roomReducer(state, { type: 'older', page: { ...page([...range(1, 5), reply]), rev: 2 } })
    expect([older.messages[1]!.message.text, older.messages[5]!.replyTo!.text]).toEqual(['', ''])
    // A page with a later change is not replaced.
    const newer = { ...reply, replyTo: { ...reply.replyTo, text: 'later' } }
    const later = roomReducer(state, {
      type: 'older',
      page: { ...page([...range(1, 1), changed(2, 4, 'later'), ...range(3, 5), newer]), rev: 4 },
    })
    expect([later.messages[1]!.message.text, later.messages[5]!.replyTo!.text]).toEqual(['later', 'later'])
  })

  it('from an answer over HTTP is shown, and the changes before it can still arrive', () => {
    const state = roomReducer(opened(range(1, 2)), { type: 'changed', message: changed(2, 7) })
    expect([texts(state), state.rev]).toEqual([['message 1', 'edited'], 0])
  })

  it('keeps what is still to be replayed: only the first page sets the revision', () => {
    const first = roomReducer(emptyRoom, { type: 'page', page: { ...page(range(1, 2)), rev: 5 } })
    const polled = roomReducer(first, { type: 'page', page: { ...page(range(2, 3)), rev: 9 } })
    expect([first.rev, polled.rev]).toEqual([5, 5])
  })

  it('after too many missed ones, the next page replaces the messages', () => {
    const stale = receive(opened(range(1, 60)), { v: 1, type: 'reload' }, messages(message(61)))
    expect(stale.messages.length).toBe(61)
    const again = roomReducer(stale, { type: 'page', page: { ...page([changed(59, 8), message(60)], true), rev: 8 } })
    expect([seqs(again), again.rev, again.more, again.isStale]).toEqual([[59, 60, 61], 8, true, false])
  })
})

describe('an outgoing message', () => {
  it('stays outgoing until the room has stored it', () => {
    const mine = { ...message(1, ME), clientId: 'mine' }
    const state = write(opened([]), 'mine')
    expect(state.outgoing.map((one) => one.clientId)).toEqual(['mine'])
    const there = receive(state, messages(mine), { v: 1, type: 'sent', clientId: 'mine', message: mine })
    expect(there.outgoing).toEqual([])
    expect(seqs(there)).toEqual([1])
  })

  it('makes no gap if it is acknowledged before older ones arrive', () => {
    const mine = { ...message(4, ME), clientId: 'mine' }
    const state = receive(write(opened(range(1, 2)), 'mine'), { v: 1, type: 'sent', clientId: 'mine', message: mine })
    expect(seqs(state)).toEqual([1, 2])
    expect(state.outgoing).toEqual([])
    expect(seqs(receive(state, messages(message(3), mine)))).toEqual([1, 2, 3, 4])
  })

  it('has its error after a failure, and can then be retried or discarded', () => {
    const failed = receive(write(opened([]), 'mine'), { v: 1, type: 'error', code: 'too_many_requests', clientId: 'mine' })
    expect(failed.outgoing[0]?.failed).toBe('too_many_requests')
    expect(write(failed, 'mine').outgoing).toEqual([expect.objectContaining({ clientId: 'mine', failed: null })])
    expect(roomReducer(failed, { type: 'discard', clientId: 'mine' }).outgoing).toEqual([])
  })
})

describe('the excerpt of an outgoing reply', () => {
  const reply = (state: RoomState, seq: number) =>
    roomReducer(state, {
      type: 'write',
      outgoing: {
        clientId: 'reply',
        text: 'yes',
        at: 1_700_000_000,
        failed: null,
        replyTo: { id: `id${seq}`, seq, user_id: THEM, text: `message ${seq}` },
      },
    })
  const excerpt = (state: RoomState) => state.outgoing[0]?.replyTo?.text

  it('loses the words of a message that is deleted, and has the new ones of an edit, also if that message is not loaded', () => {
    const state = reply(opened(range(5, 6), true), 2)
    expect(excerpt(receive(state, changes(3, changed(2, 3, ''))))).toBe('')
    expect(excerpt(receive(state, changes(3, changed(2, 3, 'a\nb'))))).toBe('a b')
    expect(excerpt(receive(state, changes(4, changed(2, 4, '')), changes(3, changed(2, 3, 'older'))))).toBe('')
    expect(excerpt(roomReducer(state, { type: 'changed', message: changed(2, 3, '') }))).toBe('')
  })

  it('loses words that were deleted while it waited on a closed page, as soon as a page of messages is loaded', () => {
    const waiting = reply(emptyRoom, 2)
    expect(excerpt(waiting)).toBe('message 2')
    const deleted = { ...page([message(1), changed(2, 3, ''), message(3)]), rev: 3 }
    expect(excerpt(roomReducer(waiting, { type: 'page', page: deleted }))).toBe('')
    expect(excerpt(roomReducer(reply(opened(range(4, 6), true), 2), { type: 'older', page: deleted }))).toBe('')
  })

  it('loses the words of a message that is hidden, and has them again when it is shown', () => {
    const hidden = receive(reply(opened(range(1, 3)), 2), changes(3, { ...changed(2, 3, ''), isHidden: true }))
    expect(hidden.outgoing[0]!.replyTo).toEqual({ id: 'id2', seq: 2, user_id: THEM, text: '', isHidden: true })
    const restored = receive(hidden, changes(4, changed(2, 4, 'message 2')))
    expect(restored.outgoing[0]!.replyTo).toEqual({ id: 'id2', seq: 2, user_id: THEM, text: 'message 2' })
  })

  it('is the same object until it changes, so that nothing is stored or rendered again', () => {
    const state = reply(opened(range(1, 3)), 2)
    const later = receive(state, messages(message(4)), changes(3, changed(1, 3)))
    expect(later.outgoing[0]).toBe(state.outgoing[0])
  })
})

describe('other members', () => {
  it('are shown as typing until they send a message, leave or stop', () => {
    const typing = receive(opened([]), { v: 1, type: 'presence', userIds: [ME, THEM] }, { v: 1, type: 'typing', userId: THEM })
    expect(typing.typing).toEqual([{ userId: THEM, until: 1000 + TYPING_MS }])
    expect(receive(typing, messages(message(1))).typing).toEqual([])
    expect(receive(typing, { v: 1, type: 'presence', userIds: [ME] }).typing).toEqual([])
    expect(roomReducer(typing, { type: 'quiet', at: 999 }).typing.length).toBe(1)
    expect(roomReducer(typing, { type: 'quiet', at: 1000 + TYPING_MS }).typing).toEqual([])
    expect(receive(opened([]), { v: 1, type: 'typing', userId: ME }).typing).toEqual([])
  })

  it('have read up to the newest message that they marked or wrote', () => {
    const readSeq = (state: RoomState) => state.members.find((one) => one.user_id === THEM)?.readSeq
    const state = receive(opened(range(1, 3).map((one) => ({ ...one, user_id: ME }))), { v: 1, type: 'read', userId: THEM, seq: 2 })
    expect(readSeq(state)).toBe(2)
    expect(readSeq(receive(state, { v: 1, type: 'read', userId: THEM, seq: 1 }))).toBe(2)
    expect(readSeq(roomReducer(state, { type: 'page', page: page([]) }))).toBe(2)
    expect(readSeq(receive(state, messages(message(4))))).toBe(4)
  })
})

describe('a long room', () => {
  const part = (state: RoomState, from: number, to: number) => roomReducer(state, { type: 'part', page: page(range(from, to), from > 1) })
  const extend = (state: RoomState, type: 'older' | 'newer', from: number, to: number) =>
    roomReducer(state, { type, page: page(range(from, to), from > 1) })

  it('keeps at most 200 messages while older and newer ones are loaded', () => {
    let state = opened(range(951, 1000), true)
    for (let first = 901; first >= 601; first -= 50) state = extend(state, 'older', first, first + 49)
    expect([seqs(state)[0], seqs(state).length, state.more, isEarlier(state)]).toEqual([601, 200, true, true])
    for (let first = 801; first <= 951; first += 50) state = extend(state, 'newer', first, first + 49)
    expect([seqs(state)[0], seqs(state).at(-1), seqs(state).length, isEarlier(state)]).toEqual([801, 1000, 200, false])
    expect(state.more).toBe(true)
  })

  it('shows another part, and only counts new messages until its end is the end of the room', () => {
    const state = receive(part(opened(range(951, 1000), true), 101, 150), messages(message(1001, ME)), messages(message(1002)))
    expect([seqs(state)[0], seqs(state).at(-1), state.lastSeq, isEarlier(state)]).toEqual([101, 150, 1002, true])
    const end = receive(part(state, 953, 1002), messages(message(1003)))
    expect([seqs(end).at(-1), isEarlier(end)]).toEqual([1003, false])
  })

  it('ignores a page that does not follow its list, because another part was shown meanwhile', () => {
    const state = part(opened(range(951, 1000), true), 101, 150)
    expect(seqs(extend(state, 'older', 901, 950))).toEqual(seqs(state))
    expect(seqs(extend(state, 'newer', 901, 950))).toEqual(seqs(state))
  })

  it('keeps its part when the newest page is loaded again, and the members’ new read marks', () => {
    const state = part(opened(range(951, 1000), true), 101, 150)
    const newest = page(range(961, 1010), true)
    newest.members[1]!.readSeq = 1010
    const next = roomReducer(state, { type: 'page', page: newest })
    expect([seqs(next)[0], next.lastSeq, next.members[1]!.readSeq]).toEqual([101, 1010, 1010])
  })

  it('removes a sent message from the outgoing ones while it shows another part', () => {
    const state = receive(write(part(opened(range(951, 1000), true), 101, 150), 'client-1001'), messages(message(1001, ME)))
    expect([state.outgoing, state.lastSeq]).toEqual([[], 1001])
  })

  it('takes the read marks of several members from one frame', () => {
    const state = receive(opened(range(1, 5)), { v: 1, type: 'reads', reads: [ME, THEM].map((userId) => ({ userId, seq: 4 })) })
    // The author of a message has read it.
    expect(state.members.map((member) => member.readSeq)).toEqual([4, 5])
  })
})
