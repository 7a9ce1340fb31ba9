import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import type { ConversationPage, FoundConversations } from './conversations.schema.ts'
import type { Message, RoomPage } from './messages.schema.ts'
import { indexMessages, joinIndexed, selectFound } from './search-index.ts'
import { matchMessages } from './search-terms.ts'
import { searchableMessages } from './tables.ts'
import { chatEnv, createPair, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)
const post = (as: TestUser, call: string, body: unknown) => request('POST', call, { as, body })
const change = (as: TestUser, roomId: string, action: string) => post(as, 'changeConversation', { roomId, action })
const list = async (as: TestUser, filter = 'all') =>
  ((await (await request('GET', `getConversations?filter=${filter}`, { as })).json()) as ConversationPage).conversations
const ids = async (as: TestUser, filter = 'all') => (await list(as, filter)).map(({ room_id }) => room_id)
const search = async (as: TestUser, text: string) =>
  (await (await request('GET', `searchConversations?text=${encodeURIComponent(text)}`, { as })).json()) as FoundConversations
const found = async (as: TestUser, text: string) => (await search(as, text)).messages.map((one) => one.text)

/** A conversation between two members with one message by the first. */
async function createConversation(text = 'Hello') {
  const pair = await createPair()
  await sendMessage(pair.aiko, pair.roomId, text)
  await expect.poll(() => ids(pair.ben)).toEqual([pair.roomId])
  return pair
}

describe('changeConversation', () => {
  it('is refused for others and for unknown actions, and changes nothing', async () => {
    const { ben, roomId } = await createConversation()
    const stranger = await signedIn(chatEnv)
    const refused = await change(stranger, roomId, 'archive')
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'not_room_member'])
    for (const body of [{ roomId, action: 'x' }, { roomId: 'x', action: 'pin' }, { roomId }, {}])
      expect((await post(ben, 'changeConversation', body)).status).toBe(422)
    expect(await ids(ben)).toEqual([roomId])
  })

  it('lists the room of an order before its first message, without a count', async () => {
    const { aiko, ben, roomId } = await createConversation('Hello')
    const orderId = opaqueId()
    const orderRoom = await rpc.openRoom({ orderId, users: [aiko.id, ben.id], metadata: { title: 'Kiosk poster' } })
    for (const member of [aiko, ben]) {
      const shown = (await list(member)).find(({ room_id }) => room_id === orderRoom)
      expect(shown).toMatchObject({ metadata: { title: 'Kiosk poster' }, last: null, unread: 0, folder: 'inbox' })
    }
    expect((await list(aiko, 'unread')).filter(({ room_id }) => room_id === orderRoom)).toEqual([])
    // Opening it again, for example for a member who was missing, does not move it.
    const before = await ids(ben)
    expect(await rpc.openRoom({ orderId, users: [ben.id] })).toBe(orderRoom)
    expect(await ids(ben)).toEqual(before)
    expect(new Set(before)).toEqual(new Set([orderRoom, roomId]))
  })

  it('pins five conversations, which come first; a sixth is refused, and pinning one again is not', async () => {
    const me = await signedIn(chatEnv)
    const rooms: string[] = []
    for (let i = 0; i < 7; i++) {
      const roomId = await rpc.openRoom({ orderId: opaqueId(), users: [me.id, (await signedIn(chatEnv)).id] })
      await sendMessage(me, roomId, `Message ${i}`)
      await expect.poll(() => ids(me)).toContain(roomId)
      rooms.push(roomId)
    }
    for (const roomId of rooms.slice(0, 5)) expect((await change(me, roomId, 'pin')).status).toBe(200)
    const refused = await change(me, rooms[5]!, 'pin')
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'pin_limit'])
    expect((await change(me, rooms[0]!, 'pin')).status).toBe(200)
    const shown = await ids(me)
    expect([new Set(shown.slice(0, 5)), new Set(shown.slice(5))]).toEqual([new Set(rooms.slice(0, 5)), new Set(rooms.slice(5))])
    await change(me, rooms[0]!, 'unpin')
    expect((await change(me, rooms[5]!, 'pin')).status).toBe(200)
    // An archived conversation is not pinned any more, also when it comes back.
    await change(me, rooms[5]!, 'archive')
    expect((await change(me, rooms[6]!, 'pin')).status).toBe(200)
    expect((await list(me, 'archived'))[0]).toMatchObject({ room_id: rooms[5], isPinned: false })
  })

  it('pages pass from pinned conversations to the others', async () => {
    const me = await signedIn(chatEnv)
    const rows = Array.from({ length: 120 }, (_, i) => ({ id: opaqueId(), at: 2000 - i, pinned: i % 40 === 39 ? 1 : 0 }))
    const json = JSON.stringify(rows)
    await db.run(sql`insert into rooms (id, created_at, last_seq, last_text, last_user_id, last_at)
      select value ->> 'id', 1, 1, 'Hello', ${me.id}, value ->> 'at' from json_each(${json})`)
    await db.run(sql`insert into room_members (room_id, user_id, read_seq, listed_at, pinned)
      select value ->> 'id', ${me.id}, 1, value ->> 'at', value ->> 'pinned' from json_each(${json})`)
    const read: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await request('GET', `getConversations${cursor && `?cursor=${cursor}`}`, { as: me })
      const page = (await answer.json()) as ConversationPage
      read.push(...page.conversations.map(({ room_id }) => room_id))
      cursor = page.next
    }
    expect(read).toEqual(rows.toSorted((a, b) => b.pinned - a.pinned || b.at - a.at).map(({ id }) => id))
  })

  it('archives: a new message brings the conversation back, unless it is muted', async () => {
    const { aiko, ben, roomId } = await createConversation()
    await change(ben, roomId, 'archive')
    expect([await ids(ben), await ids(ben, 'archived'), await ids(aiko)]).toEqual([[], [roomId], [roomId]])
    await sendMessage(aiko, roomId, 'Second')
    await expect.poll(() => ids(ben)).toEqual([roomId])
    await change(ben, roomId, 'mute')
    await change(ben, roomId, 'archive')
    await sendMessage(aiko, roomId, 'Third')
    await expect.poll(async () => (await list(ben, 'archived'))[0]?.last?.text).toBe('Third')
    expect(await ids(ben)).toEqual([])
    await change(ben, roomId, 'unarchive')
    expect((await list(ben))[0]).toMatchObject({ room_id: roomId, isMuted: true, unread: 3 })
    await change(ben, roomId, 'unmute')
    expect((await list(ben))[0]).toMatchObject({ isMuted: false })
  })

  it('marks as unread until it is cleared or the member reads on, and lists what is unread', async () => {
    const { aiko, ben, roomId } = await createConversation()
    expect([await ids(ben, 'unread'), await ids(aiko, 'unread')]).toEqual([[roomId], []])
    await post(ben, 'markRead', { roomId, seq: 1 })
    await expect.poll(() => ids(ben, 'unread')).toEqual([])
    await change(ben, roomId, 'markUnread')
    expect((await list(ben, 'unread'))[0]).toMatchObject({ room_id: roomId, unread: 0, isMarkedUnread: true })
    const page = (await (await request('GET', `getRoomMessages?roomId=${roomId}`, { as: ben })).json()) as RoomPage
    expect(page.mine).toEqual({
      folder: 'inbox',
      isPinned: false,
      isMuted: false,
      isMarkedUnread: true,
      isWaiting: false,
      isBlocked: false,
      canWrite: true,
    })
    await change(ben, roomId, 'clearUnread')
    expect(await ids(ben, 'unread')).toEqual([])
    await change(ben, roomId, 'markUnread')
    await sendMessage(ben, roomId, 'Answer')
    await expect.poll(() => ids(ben, 'unread')).toEqual([])
  })
})

describe('the number of unread messages', () => {
  const counts = async (as: TestUser, filter = 'all') => {
    const { requests, unread } = (await (await request('GET', `getConversations?filter=${filter}`, { as })).json()) as ConversationPage
    return [requests, unread]
  }

  it('is that of all pages, without muted and archived conversations and requests; one that was marked counts as one', async () => {
    const [me, other] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    expect(await counts(me)).toEqual([0, 0])
    const rows = Array.from({ length: 60 }, (_, i) => ({ id: opaqueId(), seq: i < 55 ? 1 : 3, folder: 'inbox', muted: 0, marked: 0 }))
    Object.assign(rows[59]!, { muted: 1 })
    Object.assign(rows[58]!, { folder: 'archived' })
    Object.assign(rows[57]!, { folder: 'requests' })
    Object.assign(rows[0]!, { marked: 1 })
    Object.assign(rows[56]!, { marked: 1 })
    const json = JSON.stringify(rows)
    await db.run(sql`insert into rooms (id, created_at, last_seq, last_text, last_user_id, last_at)
      select value ->> 'id', 1, value ->> 'seq', 'Hello', ${other.id}, 9 from json_each(${json})`)
    await db.run(sql`insert into room_members (room_id, user_id, read_seq, last_seq, listed_at, folder, muted, marked_unread)
      select value ->> 'id', ${me.id}, 1, value ->> 'seq', 9, value ->> 'folder', value ->> 'muted', value ->> 'marked'
      from json_each(${json})`)
    for (const filter of ['all', 'unread', 'requests', 'archived']) expect(await counts(me, filter), filter).toEqual([1, 5])
    expect(await counts(other)).toEqual([0, 0])
    await db.run(sql`update room_members set last_seq = 3 where user_id = ${me.id}`)
    await db.run(sql`insert into rooms (id, created_at, last_at) select 'more' || substr(value ->> 'id', 5), 1, 9 from json_each(${json})`)
    await db.run(sql`insert into room_members (room_id, user_id, last_seq, listed_at) select 'more' || substr(value ->> 'id', 5), ${me.id}, 1, 9
      from json_each(${json})`)
    expect((await counts(me))[1]).toBeGreaterThanOrEqual(100)
  })
})

describe('searchConversations', () => {
  it('refuses guests and texts that are empty or too long', async () => {
    const me = await signedIn(chatEnv)
    expect((await request('GET', 'searchConversations?text=a')).status).toBe(401)
    for (const text of ['', '  ', 'x'.repeat(101)])
      expect((await request('GET', `searchConversations?text=${encodeURIComponent(text)}`, { as: me })).status).toBe(422)
  })

  it('finds words, their other forms and beginnings, and Japanese from one character, in both members’ rooms only', async () => {
    const { aiko, ben, roomId } = await createConversation('The Logos are ready by Friday, ロゴの色は青がいいです')
    const stranger = await signedIn(chatEnv)
    for (const text of ['logo', 'LOGOS friday', 'fri', 'f', '青', 'い', 'ろご', 'ロゴの色', 'ready 青']) {
      await expect.poll(() => found(ben, text), { message: text }).toHaveLength(1)
      expect(await found(aiko, text), text).toHaveLength(1)
      expect(await found(stranger, text), text).toEqual([])
    }
    for (const text of ['logo monday', '赤', '色青', '!?', '"logo" OR x', 'u~1', `u~${ben.id}`])
      expect(await found(ben, text), text).toEqual([])
    expect((await search(ben, 'logo')).messages).toEqual([
      { room_id: roomId, seq: 1, user_id: aiko.id, text: expect.stringContaining('Logos'), at: expect.any(Number) },
    ])
  })

  it('finds edited words only as they are now, and deleted ones neither in the answer nor in the index', async () => {
    const { aiko, ben, roomId } = await createConversation('Zanzibar tomorrow')
    await expect.poll(() => found(ben, 'zanzibar')).toHaveLength(1)
    const page = (await (await request('GET', `getRoomMessages?roomId=${roomId}`, { as: ben })).json()) as RoomPage
    const { id: messageId } = page.messages[0]!
    await post(aiko, 'sendMessage', { roomId, type: 'edit', messageId, message: { text: 'Madagascar tomorrow' } })
    await expect.poll(() => found(ben, 'madagascar')).toHaveLength(1)
    expect(await found(ben, 'zanzibar')).toEqual([])
    // Neither the rows of the index nor the blocks in which FTS5 keeps its terms have the words.
    const contains = (column: string) =>
      sql.raw(['zanzibar', 'madagascar'].map((word) => `instr(${column}, cast('${word}' as blob))`).join(' or '))
    const inBlocks = sql`select 1 from message_terms_data where ${contains('block')}`
    expect(await db.all(inBlocks)).not.toEqual([])
    await post(aiko, 'sendMessage', { roomId, type: 'delete', messageId })
    expect(await found(ben, 'madagascar')).toEqual([])
    await expect.poll(() => db.select().from(searchableMessages).where(eq(searchableMessages.roomId, roomId))).toEqual([])
    expect(await db.all(inBlocks)).toEqual([])
    expect(await db.all(sql`select 1 from message_terms_content where ${contains('cast(c0 as blob)')}`)).toEqual([])
  })

  it('finds people by name and orders by title, with the conversations of found messages', async () => {
    const { aiko, ben, roomId } = await createConversation('About the kiosk')
    const orderRoom = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id], metadata: { title: 'Kiosk poster' } })
    await sendMessage(ben, orderRoom, 'Started')
    await expect.poll(() => ids(aiko)).toHaveLength(2)
    const people = await search(aiko, 'ben cart')
    expect(new Set(people.conversations.map(({ room_id }) => room_id))).toEqual(new Set([orderRoom, roomId]))
    await expect.poll(async () => (await search(aiko, 'kiosk')).messages).toMatchObject([{ room_id: roomId }])
    const both = await search(aiko, 'kiosk')
    expect([both.conversations.map(({ room_id }) => room_id), both.others.map(({ room_id }) => room_id)]).toEqual([[orderRoom], [roomId]])
  })

  it.each([
    ['Émile Zöller', ['Émile', 'émile', 'emile', 'zoller', 'ÉMILE ZÖ']],
    ['Жуков', ['Жуков', 'жуков', 'УКОВ']],
    ['ＡＢＣ ｱｵｲ', ['ＡＢＣ', 'abc', 'ａｂｃ', 'アオイ', 'あおい']],
  ])('finds the name and the title %s in all their forms', async (name, texts) => {
    const [me, other] = [await signedIn(chatEnv), await signedIn(chatEnv, { name })]
    const [ofName, ofTitle] = [
      await rpc.openRoom({ orderId: opaqueId(), users: [me.id, other.id] }),
      await rpc.openRoom({ orderId: opaqueId(), users: [me.id, (await signedIn(chatEnv)).id], metadata: { title: `1% ${name}` } }),
    ]
    for (const roomId of [ofName, ofTitle]) await sendMessage(me, roomId, 'Hello')
    await expect.poll(() => ids(me)).toHaveLength(2)
    for (const text of texts)
      expect(new Set((await search(me, text)).conversations.map(({ room_id }) => room_id)), text).toEqual(new Set([ofName, ofTitle]))
    for (const text of ['1_', 'zzz']) expect((await search(me, text)).conversations, text).toEqual([])
  })

  it('finds names in the newest 2,000 conversations, and shows the newest 20', async () => {
    const me = await signedIn(chatEnv)
    const names = Array.from({ length: 2001 }, (_, i) => ({ id: opaqueId(), at: 5000 - i, title: i < 1000 ? `Égale ${i}` : `Rare ${i}` }))
    const json = JSON.stringify(names)
    await db.run(sql`insert into rooms (id, order_id, title, created_at, last_seq, last_text, last_user_id, last_at)
      select value ->> 'id', value ->> 'id', value ->> 'title', 1, 1, 'Hello', ${me.id}, value ->> 'at' from json_each(${json})`)
    await db.run(sql`insert into room_members (room_id, user_id, read_seq, listed_at)
      select value ->> 'id', ${me.id}, 1, value ->> 'at' from json_each(${json})`)
    const titles = async (text: string) => (await search(me, text)).conversations.map(({ metadata }) => metadata.title)
    expect(await titles('egale')).toEqual(names.slice(0, 20).map(({ title }) => title))
    expect([await titles('rare 1999'), await titles('rare 2000')]).toEqual([['Rare 1999'], []])
  })

  it('finds nothing in a room for a member who was removed from it, and nothing of a request that was declined', async () => {
    const { aiko, ben, roomId } = await createConversation('Numbat and wombat')
    await expect.poll(() => found(ben, 'numbat')).toHaveLength(1)
    await rpc.removeMember({ roomId, userId: ben.id })
    expect([await found(ben, 'numbat'), await found(aiko, 'numbat')]).toEqual([[], ['Numbat and wombat']])
    const stranger = await signedIn(chatEnv, { name: 'Persistent Seller' })
    const { roomId: declined } = (await (await post(stranger, 'openChat', { users: [ben.id] })).json()) as { roomId: string }
    await sendMessage(stranger, declined, 'Buy pangolins')
    await expect.poll(() => ids(ben, 'requests')).toEqual([declined])
    await expect.poll(() => found(ben, 'pangolins')).toHaveLength(1)
    // A request cannot be pinned or archived.
    for (const action of ['pin', 'archive']) expect((await change(ben, declined, action)).status).toBe(200)
    expect((await search(ben, 'persistent')).conversations).toMatchObject([{ room_id: declined, folder: 'requests', isPinned: false }])
    await post(ben, 'answerRequest', { roomId: declined, action: 'decline' })
    expect((await search(ben, 'persistent')).conversations).toEqual([])
    expect([await found(ben, 'pangolins'), await found(stranger, 'pangolins')]).toEqual([[], ['Buy pangolins']])
    await post(ben, 'answerRequest', { roomId: declined, action: 'accept' })
    expect(await found(ben, 'pangolins')).toHaveLength(1)
  })

  it('forgets the texts of a deleted account in rooms of two', async () => {
    const { aiko, ben, roomId } = await createConversation('Quokka')
    await expect.poll(() => found(ben, 'quokka')).toHaveLength(1)
    await rpc.eraseUser(aiko.id)
    expect(await found(ben, 'quokka')).toEqual([])
    await expect.poll(() => db.select().from(searchableMessages).where(eq(searchableMessages.roomId, roomId))).toEqual([])
  })

  it('forgets all texts of a deleted account in rooms of two, also if it wrote hundreds', async () => {
    const { aiko, roomId } = await createConversation('Numbat')
    const room = chatEnv.ROOMS.getByName(roomId)
    await runInDurableObject(room, (_: ChatRoom, { storage }) => {
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
        INSERT INTO messages (seq, id, client_id, user_id, text, mime, at)
        SELECT i, 'id' || i, 'client' || i, ${aiko.id}, 'numbat ' || i, 'text/plain', 1700000000 FROM n`)
    })
    await evictDurableObject(room)
    await sendMessage(aiko, roomId, 'Another numbat')
    const indexed = () => db.$count(searchableMessages, eq(searchableMessages.roomId, roomId))
    await expect.poll(indexed).toBe(251)
    await rpc.eraseUser(aiko.id)
    await expect.poll(indexed).toBe(0)
  })

  it('finds words and single characters at the end of the longest Japanese message', async () => {
    const { aiko, roomId } = await createConversation('Quetzal')
    const letters = Array.from({ length: 7900 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 2000))).join('')
    await sendMessage(aiko, roomId, `${letters} 龘 invoice2026`)
    for (const text of ['龘', 'invoice2026']) await expect.poll(async () => (await search(aiko, text)).messages.length).toBe(1)
  })

  it('writes nothing again for a message whose words are the same', async () => {
    const [roomId, words] = [opaqueId(), 'Okapi in the garden']
    const message = (text: string, rev: number) => ({ seq: 1, rev, message: { text, mimeType: 'text/plain' } }) as Message
    const batch = vi.spyOn(db, 'batch')
    const written = async (text: string, rev: number) => {
      batch.mockClear()
      await indexMessages(db, roomId, [7], [message(text, rev)])
      const results = (await batch.mock.results[0]!.value) as { rowsAffected: number }[]
      return results.map(({ rowsAffected }) => rowsAffected)
    }
    expect(await written(words, 0)).toEqual([0, 0, 1, 1])
    expect(await written(words, 1)).toEqual([0, 0, 0, 0])
    expect(await written(`${words}, at night`, 2)).toEqual([1, 0, 0, 1])
    expect(await written('', 3)).toEqual([1, 1, 0, 0])
    batch.mockRestore()
  })

  it('looks up each new message of a long room by its seq', async () => {
    const plan = await db.all<{ detail: string }>(sql`explain query plan select s.id from ${joinIndexed(opaqueId(), '[{"seq":1}]')}`)
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SCAN m\b/), expect.stringMatching(/^SEARCH s .*seq=\?/)])
  })

  it('asks the index of the member, and reads the newest first', async () => {
    const plan = await db.all<{ detail: string }>(sql`explain query plan ${selectFound(matchMessages('logo', 7)!, 7, 20)}`)
    expect(plan[0]!.detail).toMatch(/^SCAN message_terms VIRTUAL TABLE INDEX/)
    expect(plan.slice(1).every(({ detail }) => detail.startsWith('SEARCH'))).toBe(true)
  })
})
