import { evictDurableObject } from 'cloudflare:test'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { listings } from '../listings/tables.ts'
import { hiddenMessages } from '../orders/hidden-tables.ts'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { Conversation, FoundConversations } from './conversations.schema.ts'
import type { Message } from './messages.schema.ts'
import { orderOffers } from './offers.ts'
import { rooms, searchableMessages } from './tables.ts'
import { chatEnv, createPair, getPage, join, openInbox, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)
const messageOf = async (response: Response) => ((await response.json()) as { message: Message }).message
const write = async (as: TestUser, roomId: string, text: string) => messageOf(await sendMessage(as, roomId, text))
const change = (as: TestUser, body: object) => request('POST', 'sendMessage', { as, body })
const outcome = async (response: Response) => [response.status, await codeOf(response)]
const messagesOf = async (as: TestUser, roomId: string) => (await getPage(as, roomId)).messages
const textsOf = async (as: TestUser, roomId: string) => (await messagesOf(as, roomId)).map(({ message }) => message.text)
const lastTextOf = async (roomId: string) => (await db.select({ text: rooms.lastText }).from(rooms).where(eq(rooms.id, roomId)))[0]!.text
const indexedIn = async (roomId: string) =>
  (await db.select({ seq: searchableMessages.seq }).from(searchableMessages).where(eq(searchableMessages.roomId, roomId))).map(
    ({ seq }) => seq,
  )
const lastOf = async (as: TestUser, roomId: string) => {
  const { conversations } = (await (await request('GET', 'getConversations', { as })).json()) as { conversations: Conversation[] }
  return conversations.find(({ room_id }) => room_id === roomId)?.last
}
const search = async (as: TestUser, text: string) =>
  ((await (await request('GET', `searchConversations?text=${text}`, { as })).json()) as FoundConversations).messages.map(({ seq }) => seq)
const exportOf = async (as: TestUser, roomId: string) =>
  (
    JSON.parse(await new Response((await rpc.exportMessages(as.id)) as unknown as ReadableStream).text()) as {
      id: string
      messages: { text: string; files?: object[] }[]
    }[]
  ).find(({ id }) => id === roomId)!.messages

/** Writes rows as the orders area does, without telling the room. */
const decideToHide = (roomId: string, author: TestUser, seqs: number[], reportId = 1) =>
  db
    .insert(hiddenMessages)
    .values(seqs.map((seq) => ({ roomId, seq, subjectId: author.id, reportId, hiddenAt: now() })))
    .onConflictDoUpdate({ target: [hiddenMessages.roomId, hiddenMessages.seq, hiddenMessages.reportId], set: { restoredAt: null } })
const decideToRestore = (roomId: string, seqs: number[], reportId = 1) =>
  db
    .update(hiddenMessages)
    .set({ restoredAt: now() })
    .where(and(eq(hiddenMessages.roomId, roomId), inArray(hiddenMessages.seq, seqs), eq(hiddenMessages.reportId, reportId)))
const refresh = (roomId: string) => rpc.refreshHidden([roomId])
async function hide(roomId: string, author: TestUser, seqs: number[]) {
  await decideToHide(roomId, author, seqs)
  expect(await refresh(roomId)).toEqual([true])
}
async function restore(roomId: string, seqs: number[]) {
  await decideToRestore(roomId, seqs)
  expect(await refresh(roomId)).toEqual([true])
}

it('every change of a hidden message is refused, except its deletion by its author', async () => {
  const { aiko, ben, roomId } = await createPair()
  const { id } = await write(ben, roomId, 'Buy pills')
  await hide(roomId, ben, [1])
  const edit = { roomId, type: 'edit', messageId: id, message: { text: 'Buy more pills' } }
  const react = { roomId, type: 'react', messageId: id, emoji: '👍', isOn: true }
  expect(await outcome(await change(ben, edit))).toEqual([409, 'message_hidden'])
  expect(await outcome(await change(aiko, edit))).toEqual([403, 'message_not_yours'])
  for (const as of [aiko, ben]) expect(await outcome(await change(as, react))).toEqual([409, 'message_hidden'])
  const socket = await join(roomId, ben)
  socket.send({ v: 1, type: 'edit', messageId: id, text: 'Buy more pills' })
  expect(await socket.waitFor('error')).toEqual({ v: 1, type: 'error', code: 'message_hidden', messageId: id })
  expect(await outcome(await change(aiko, { roomId, type: 'delete', messageId: id }))).toEqual([403, 'message_not_yours'])
  await restore(roomId, [1])
  expect(await textsOf(aiko, roomId)).toEqual(['Buy pills'])
})

it('messages of other rooms, and numbers without a message, change nothing', async () => {
  const [one, other] = [await createPair(), await createPair()]
  await write(one.ben, one.roomId, 'mine')
  await write(other.ben, other.roomId, 'theirs')
  const socket = await join(one.roomId, one.aiko)
  await decideToHide(one.roomId, one.ben, [2, 99])
  await hide(other.roomId, other.ben, [1])
  expect(await refresh(one.roomId)).toEqual([true])
  expect(await getPage(one.aiko, one.roomId)).toMatchObject({ messages: [{ message: { text: 'mine' } }], rev: 0 })
  expect(socket.frames.some(({ type }) => type === 'changed')).toBe(false)
})

it('a hidden message is nowhere, and its author keeps the words in their own data; a restored one is as it was', async () => {
  const { aiko, ben, roomId } = await createPair()
  await write(aiko, roomId, 'Hello')
  const sent = await write(ben, roomId, 'Cheap pills')
  await change(aiko, { roomId, type: 'react', messageId: sent.id, emoji: '👀', isOn: true })
  const clientId = crypto.randomUUID()
  const answer = () => change(aiko, { roomId, clientId, message: { text: 'No', replyTo: sent.id } })
  await answer()
  await expect.poll(() => indexedIn(roomId)).toEqual([1, 2, 3])
  const before = await messagesOf(aiko, roomId)
  const [a, b, inbox] = [await join(roomId, aiko), await join(roomId, ben), await openInbox(aiko)]
  await hide(roomId, ben, [2])
  const trace = { id: sent.id, clientId: sent.clientId, seq: 2, user_id: ben.id, at: sent.at, rev: 2, isHidden: true }
  const hidden = { ...trace, message: { text: '', mimeType: 'text/plain' } }
  for (const socket of [a, b]) expect(await socket.waitFor('changed')).toEqual({ v: 1, type: 'changed', rev: 2, messages: [hidden] })
  expect(await inbox.waitFor('changed')).toEqual({ v: 1, type: 'changed', roomId })
  for (const as of [aiko, ben]) {
    const page = await messagesOf(as, roomId)
    expect(page[1]).toEqual(hidden)
    expect(page[2]!.replyTo).toEqual({ id: sent.id, seq: 2, user_id: ben.id, text: '', isHidden: true })
  }
  expect((await messageOf(await answer())).replyTo).toMatchObject({ text: '', isHidden: true })
  const again = await join(roomId, aiko, 0, { rev: 1 })
  await again.waitForSeq(3)
  expect(JSON.stringify(again.frames)).not.toContain('pills')
  await expect.poll(() => indexedIn(roomId)).toEqual([1, 3])
  expect(await search(ben, 'pills')).toEqual([])
  expect(await rpc.readReported({ roomId, userId: aiko.id, seqs: [2] })).toEqual([])
  expect(await exportOf(ben, roomId)).toMatchObject([{ text: 'Cheap pills' }])
  expect(await rpc.readHidden([{ roomId, seqs: [2] }])).toMatchObject([[{ seq: 2, text: 'Cheap pills' }]])

  await restore(roomId, [2])
  const restored = await messagesOf(aiko, roomId)
  expect(restored).toEqual(before.map((message) => (message.seq === 2 ? { ...message, rev: 3 } : message)))
  expect(restored[1]!.reactions).toEqual([{ emoji: '👀', userIds: [aiko.id] }])
  for (const socket of [a, b]) expect((await socket.waitFor('changed')).messages).toEqual([restored[1]])
  await expect.poll(() => search(ben, 'pills')).toEqual([2])
})

it('the list of conversations has no text of the newest message while it is hidden, at once', async () => {
  const { aiko, ben, roomId } = await createPair()
  await write(ben, roomId, 'Cheap pills')
  await expect.poll(() => lastTextOf(roomId)).toBe('Cheap pills')
  // Even before the room has read the decision.
  await decideToHide(roomId, ben, [1])
  expect(await lastOf(aiko, roomId)).toMatchObject({ text: '', userId: ben.id, isHidden: true })
  await refresh(roomId)
  await expect.poll(() => lastTextOf(roomId)).toBe('')
  await restore(roomId, [1])
  await expect.poll(() => lastOf(aiko, roomId)).toEqual({ text: 'Cheap pills', userId: ben.id, at: expect.any(Number) })
})

it('a message that two reports hide is shown again with the last of them', async () => {
  const { aiko, ben, roomId } = await createPair()
  await write(ben, roomId, 'Cheap pills')
  await decideToHide(roomId, ben, [1], 2)
  await hide(roomId, ben, [1])
  await restore(roomId, [1])
  expect(await textsOf(aiko, roomId)).toEqual([''])
  // The list of conversations is written a moment later by the room.
  await expect.poll(() => lastOf(aiko, roomId)).toMatchObject({ text: '', isHidden: true })
  await decideToRestore(roomId, [1], 2)
  await refresh(roomId)
  expect(await textsOf(aiko, roomId)).toEqual(['Cheap pills'])
})

it('a message that its author deletes while it is hidden stays deleted', async () => {
  const { aiko, ben, roomId } = await createPair()
  const { id } = await write(ben, roomId, 'Cheap pills')
  await hide(roomId, ben, [1])
  expect(await messageOf(await change(ben, { roomId, type: 'delete', messageId: id }))).not.toHaveProperty('isHidden')
  await restore(roomId, [1])
  const [message] = await messagesOf(aiko, roomId)
  expect(message!.message.text).toBe('')
  expect(message).not.toHaveProperty('isHidden')
  expect(await exportOf(ben, roomId)).toEqual([])
})

it('a repeated decision changes nothing, also after a restart of the room; of decisions at the same time, the newest counts', async () => {
  const { aiko, ben, roomId } = await createPair()
  await write(ben, roomId, 'one')
  await write(ben, roomId, 'two')
  await hide(roomId, ben, [1])
  await refresh(roomId)
  await evictDurableObject(chatEnv.ROOMS.getByName(roomId))
  await refresh(roomId)
  expect(await getPage(aiko, roomId)).toMatchObject({ rev: 1, messages: [{ isHidden: true }, { message: { text: 'two' } }] })
  const refreshed: Promise<boolean[]>[] = []
  for (let i = 0; i < 4; i++) {
    await (i % 2 ? decideToRestore(roomId, [2]) : decideToHide(roomId, ben, [2]))
    refreshed.push(refresh(roomId))
  }
  await Promise.all(refreshed)
  expect(await textsOf(aiko, roomId)).toEqual(['', 'two'])
})

it('a hidden file is in no page, and comes back with its message', async () => {
  const { aiko, ben, roomId } = await createPair()
  const id = opaqueId()
  const file = { userId: ben.id, kind: 'message', key: `private/${id}`, originalFilename: 'pills.pdf', contentType: 'application/pdf' }
  await db.insert(media).values({ id, ...file, size: 9, createdAt: now(), readyAt: now(), etag: 'e' })
  const sent = await messageOf(await change(ben, { roomId, clientId: crypto.randomUUID(), message: { text: '', files: [id] } }))
  await hide(roomId, ben, [1])
  expect(JSON.stringify(await messagesOf(aiko, roomId))).not.toContain('pills')
  expect((await exportOf(ben, roomId))[0]!.files).toHaveLength(1)
  await restore(roomId, [1])
  expect((await messagesOf(aiko, roomId))[0]).toEqual({ ...sent, rev: 2 })
})

it('a hidden offer is neither answered nor paid; an order that has paid for it is shown when it is restored', async () => {
  const { aiko: seller, ben: buyer, roomId } = await createPair()
  const texts = { category: 'design', title: 'Logo', descriptionPreview: '', description: '', options: '{}' }
  const [service] = await db
    .insert(listings)
    .values({
      ...{ listType: 'services', userId: seller.id, account: seller.address, lang: 'en', priceUsd: 0, createdAt: now(), updatedAt: now() },
      ...texts,
    })
    .returning({ id: listings.id })
  const terms = { service: service!.id, text: 'Cheap pills too', price: 150_000_000, delivery: 5 }
  const offer = (as: TestUser, more: object = {}) =>
    change(as, { roomId, clientId: crypto.randomUUID(), message: { mimeType: 'offer', text: terms, ...more } })
  const sent = await messageOf(await offer(seller))
  await hide(roomId, seller, [1])
  const answer = (as: TestUser, given: string) =>
    request('POST', 'answerOffer', { as, body: { roomId, messageId: sent.id, answer: given, edits: 0 } })
  expect(await outcome(await answer(buyer, 'decline'))).toEqual([409, 'message_hidden'])
  expect(await outcome(await answer(seller, 'withdraw'))).toEqual([409, 'message_hidden'])
  expect(await outcome(await offer(buyer, { counters: sent.id }))).toEqual([409, 'message_hidden'])
  expect(await rpc.readOffer({ roomId, messageId: sent.id, userId: buyer.id })).toEqual({ code: 'offer_not_found' })
  // The payment was under way.
  const paid = { orderId: opaqueId(), title: 'Logo', text: terms.text, price: terms.price, delivery: 5 }
  expect(await orderOffers(chatEnv, [{ roomId, messageId: sent.id, ...paid }])).toEqual([true])
  const [hidden] = await messagesOf(buyer, roomId)
  expect(hidden).toMatchObject({ message: { text: '', mimeType: 'text/plain' }, isHidden: true })
  expect(hidden).not.toHaveProperty('offer')
  await restore(roomId, [1])
  expect((await messagesOf(buyer, roomId))[0]).toMatchObject({ offer: { state: 'ordered', orderId: paid.orderId, text: terms.text } })
})

it('in the room of an order it can still be submitted as evidence, but not by its author', async () => {
  const { aiko, ben } = await createPair()
  const orderId = opaqueId()
  const roomId = await rpc.openRoom({ orderId, users: [aiko.id, ben.id] })
  await write(ben, roomId, 'Pay more, or else')
  await hide(roomId, ben, [1])
  await write(aiko, roomId, 'No')
  await write(ben, roomId, 'Sorry')
  const read = async (as: TestUser) => (await rpc.readMessages({ orderId, userId: as.id, seqs: [1, 2, 3] })).map(({ text }) => text)
  expect([await read(aiko), await read(ben)]).toEqual([
    ['Pay more, or else', 'No', 'Sorry'],
    ['No', 'Sorry'],
  ])
  await restore(roomId, [1])
  expect(await read(ben)).toEqual(['Pay more, or else', 'No', 'Sorry'])
})
