import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { MESSAGE_FILES_MAX } from '../uploads/message-files.schema.ts'
import { media } from '../uploads/tables.ts'
import type { FoundConversations } from './conversations.schema.ts'
import type { Message } from './messages.schema.ts'
import { messageFiles } from './tables.ts'
import { chatEnv, createPair, getPage, join, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)

/** Inserts a finished file of a member, as the uploads area does. */
async function insertFile(owner: TestUser, more: Partial<typeof media.$inferInsert> = {}): Promise<string> {
  const id = opaqueId()
  const file = { userId: owner.id, kind: 'message', key: `private/${id}`, originalFilename: 'plan.pdf', contentType: 'application/pdf' }
  await db.insert(media).values({ id, ...file, size: 9, createdAt: now(), readyAt: now(), etag: 'e', ...more })
  return id
}
const send = (as: TestUser, roomId: string, message: object, clientId = crypto.randomUUID()) =>
  request('POST', 'sendMessage', { as, body: { roomId, clientId, message } })
const sent = async (answer: Response) => {
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { message: Message }).message
}
const rowOf = async (id: string) => (await db.select().from(messageFiles).where(eq(messageFiles.mediaId, id)))[0]

it('a message without a text and without files, with too many files or with a foreign, unfinished, public or unknown one is refused', async () => {
  const { aiko, ben, roomId } = await createPair()
  const refused = async (files: unknown) => codeOf(await send(aiko, roomId, { text: 'Look', files }))
  expect(await codeOf(await send(aiko, roomId, { text: ' ', files: [] }))).toBe('message_empty')
  expect(await codeOf(await send(aiko, roomId, {}))).toBe('message_empty')
  for (const files of [['short'], 'x', [1], Array.from({ length: MESSAGE_FILES_MAX + 1 }, opaqueId)])
    expect(await refused(files)).toBe('invalid_body')
  expect(await refused([opaqueId()])).toBe('upload_not_found')
  expect(await refused([await insertFile(ben)])).toBe('upload_not_found')
  expect(await refused([await insertFile(aiko, { readyAt: null })])).toBe('upload_not_found')
  expect(await refused([await insertFile(aiko, { discardedAt: 1 })])).toBe('upload_not_found')
  for (const kind of ['image', 'attachment', 'document']) expect(await refused([await insertFile(aiko, { kind })])).toBe('upload_not_found')
  const stranger = await signedIn(chatEnv)
  expect(await codeOf(await send(stranger, roomId, { files: [await insertFile(stranger)] }))).toBe('not_room_member')
  expect((await getPage(aiko, roomId)).messages).toEqual([])
})

it('a message with files reaches the others with their names, types and sizes, whatever the client says about them', async () => {
  const { aiko, ben, roomId } = await createPair()
  const picture = { originalFilename: 'a.png', contentType: 'image/png', width: 4, height: 3, placeholder: 'data:image/webp;base64,AA==' }
  const [first, second] = [await insertFile(aiko, picture), await insertFile(aiko)]
  const socket = await join(roomId, ben)
  await sent(await send(aiko, roomId, { text: 'Two', files: [second, first] }))
  const files = [
    { id: second, name: 'plan.pdf', mimeType: 'application/pdf', size: 9, width: null, height: null, placeholder: null },
    { id: first, name: 'a.png', mimeType: 'image/png', size: 9, width: 4, height: 3, placeholder: picture.placeholder },
  ]
  const frame = await socket.waitFor('messages')
  expect(frame.messages[0]!.message).toEqual({ text: 'Two', mimeType: 'text/plain', files })
  expect((await getPage(ben, roomId)).messages[0]!.message.files).toEqual(files)
  await expect.poll(async () => (await rowOf(first))?.seq).toBe(1)
})

it('the form of the specification, with the id, name and type of one file, sends this file', async () => {
  const { aiko, roomId } = await createPair()
  const id = await insertFile(aiko)
  const { message } = await sent(await send(aiko, roomId, { text: '', id, name: 'virus.exe', mimeType: 'text/html' }))
  expect(message).toMatchObject({ text: '', files: [{ id, name: 'plan.pdf', mimeType: 'application/pdf' }] })
})

it('a repeated message is stored once; another message, room or author cannot have the same file', async () => {
  const [{ aiko, ben, roomId }, other] = [await createPair(), await createPair()]
  const [id, clientId] = [await insertFile(aiko), crypto.randomUUID()]
  const [one, again] = await Promise.all([1, 2].map(async () => sent(await send(aiko, roomId, { files: [id] }, clientId))))
  expect(one!.id).toBe(again!.id)
  expect((await getPage(aiko, roomId)).messages).toHaveLength(1)
  expect(await codeOf(await send(aiko, roomId, { files: [id] }))).toBe('upload_not_found')
  expect(await codeOf(await send(other.aiko, other.roomId, { files: [id] }))).toBe('upload_not_found')
  // Also if the same message is sent to another room of its author, or by another member of the room.
  const second = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id] })
  expect(await codeOf(await send(aiko, second, { files: [id] }, clientId))).toBe('upload_not_found')
  expect(await codeOf(await send(ben, roomId, { files: [id] }, clientId))).toBe('upload_not_found')
  expect([(await getPage(aiko, roomId)).messages, (await getPage(aiko, second)).messages]).toMatchObject([[{ id: one!.id }], []])
})

it('lists, replies and pushes show the names of files where there is no text', async () => {
  const { aiko, ben, roomId } = await createPair()
  const { id } = await sent(await send(aiko, roomId, { files: [await insertFile(aiko)] }))
  const reply = await sent(await send(ben, roomId, { text: 'Thanks', replyTo: id }))
  expect(reply.replyTo?.text).toBe('📎 plan.pdf')
  expect((await getPage(aiko, roomId)).messages[1]!.replyTo?.text).toBe('📎 plan.pdf')
  await sent(await send(aiko, roomId, { files: [await insertFile(aiko, { originalFilename: 'b.zip' })] }))
  const lastText = async () =>
    ((await (await request('GET', 'getConversations', { as: ben })).json()) as { conversations: { last: { text: string } }[] })
      .conversations[0]?.last.text
  await expect.poll(lastText).toBe('📎 b.zip')
})

it('a search finds a file by its name, also in a message with a text, until it is deleted', async () => {
  const { aiko, ben, roomId } = await createPair()
  await sent(await send(aiko, roomId, { files: [await insertFile(aiko, { originalFilename: 'invoice-2026.pdf' })] }))
  const { id } = await sent(
    await send(aiko, roomId, { text: 'See this', files: [await insertFile(aiko, { originalFilename: '見積書.zip' })] }),
  )
  const search = async (text: string) => {
    const answer = await request('GET', `searchConversations?text=${encodeURIComponent(text)}`, { as: ben })
    return ((await answer.json()) as FoundConversations).messages.map((one) => one.text)
  }
  await expect.poll(() => search('invoice')).toEqual(['📎 invoice-2026.pdf'])
  await expect.poll(() => search('見積')).toEqual(['See this 📎 見積書.zip'])
  await request('POST', 'sendMessage', { as: aiko, body: { roomId, type: 'delete', messageId: id } })
  await expect.poll(() => search('見積')).toEqual([])
})

it('a report has the words of messages and the names of files, for members only, and nothing of deleted messages', async () => {
  const { aiko, ben, roomId } = await createPair()
  const { id } = await sent(await send(aiko, roomId, { files: [await insertFile(aiko)] }))
  await sendMessage(aiko, roomId, 'With words')
  await sendMessage(aiko, roomId, 'Not reported')
  const read = (userId: number) => rpc.readReported({ roomId, userId, seqs: [1, 2, 9] })
  const words = { seq: 2, userId: aiko.id, text: 'With words', at: expect.any(Number) }
  expect(await read(ben.id)).toEqual([{ seq: 1, userId: aiko.id, text: '📎 plan.pdf', at: expect.any(Number) }, words])
  expect(await read((await signedIn(chatEnv)).id)).toBeNull()
  await request('POST', 'sendMessage', { as: aiko, body: { roomId, type: 'delete', messageId: id } })
  expect(await read(ben.id)).toEqual([words])
  await rpc.removeMember({ roomId, userId: ben.id })
  expect(await read(ben.id)).toBeNull()
})

it('an edit keeps the files, and a message of files only can get a text', async () => {
  const { aiko, roomId } = await createPair()
  const { id } = await sent(await send(aiko, roomId, { files: [await insertFile(aiko)] }))
  const body = { roomId, type: 'edit', messageId: id, message: { text: 'Now with words' } }
  const edited = await sent(await request('POST', 'sendMessage', { as: aiko, body }))
  expect(edited).toMatchObject({ message: { text: 'Now with words', files: [{ name: 'plan.pdf' }] }, edits: 1 })
})

it('deleting a message takes its files from everybody, and what was removed before is forgotten', async () => {
  const { aiko, ben, roomId } = await createPair()
  const [one, other] = [await insertFile(aiko), await insertFile(aiko)]
  const clientId = crypto.randomUUID()
  const { id } = await sent(await send(aiko, roomId, { text: 'Secret', files: [one, other] }, clientId))
  const remove = (messageId: string) => request('POST', 'sendMessage', { as: aiko, body: { roomId, type: 'delete', messageId } })
  expect((await sent(await remove(id))).message).toEqual({ text: '', mimeType: 'text/plain' })
  expect((await getPage(ben, roomId)).messages[0]!.message).toEqual({ text: '', mimeType: 'text/plain' })
  await expect
    .poll(async () => [(await rowOf(one))?.removedAt, (await rowOf(other))?.removedAt])
    .toEqual([expect.any(Number), expect.any(Number)])
  expect(
    await codeOf(
      await request('POST', 'sendMessage', { as: ben, body: { roomId, type: 'react', messageId: id, emoji: '👍', isOn: true } }),
    ),
  ).toBe('message_deleted')
  for (const repeated of [undefined, clientId])
    expect(await codeOf(await send(aiko, roomId, { files: [one] }, repeated))).toBe('upload_not_found')
  // The uploads area has deleted the files; the next removal forgets them.
  await db.delete(media).where(inArray(media.id, [one, other]))
  const last = await sent(await send(aiko, roomId, { files: [await insertFile(aiko)] }))
  await remove(last.id)
  await expect.poll(() => rowOf(one)).toBeUndefined()
})

it('the export names the files, and an erased member leaves none in rooms of two', async () => {
  const { aiko, ben, roomId } = await createPair()
  const orderRoom = await rpc.openRoom({ orderId: opaqueId(), users: [aiko.id, ben.id] })
  const [inPair, inOrder] = [await insertFile(aiko), await insertFile(aiko)]
  await sent(await send(aiko, roomId, { files: [inPair] }))
  await sent(await send(aiko, orderRoom, { files: [inOrder] }))
  await sendMessage(ben, roomId, 'Ben keeps this')
  const text = await new Response((await rpc.exportMessages(aiko.id)) as unknown as ReadableStream).text()
  const exported = JSON.parse(text) as { id: string; messages: { text: string; files?: { id: string; name: string }[] }[] }[]
  expect(exported.find(({ id }) => id === roomId)!.messages).toMatchObject([{ text: '', files: [{ id: inPair, name: 'plan.pdf' }] }])
  await rpc.eraseUser(aiko.id)
  expect((await getPage(ben, roomId)).messages.map(({ message }) => message)).toMatchObject([{ text: '' }, { text: 'Ben keeps this' }])
  expect((await getPage(ben, roomId)).messages[0]!.message.files).toBeUndefined()
  expect((await getPage(ben, orderRoom)).messages[0]!.message.files).toHaveLength(1)
  await expect.poll(async () => (await rowOf(inPair))?.removedAt).toEqual(expect.any(Number))
  expect((await rowOf(inOrder))?.removedAt).toBeNull()
})
