import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { sanctions } from '../shared/sanction-tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { chatEnv, createPair, getPage, join, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)
const suspend = ({ id }: TestUser, until: number | null = null) =>
  db.insert(sanctions).values({ userId: id, kind: 'suspension', reason: 'Spam', at: now(), until })
const endOf = ({ id }: TestUser) => db.update(sanctions).set({ endedAt: now() }).where(eq(sanctions.userId, id))
const refresh = (roomId: string) => chatEnv.ROOMS.getByName(roomId).refreshStanding()

describe('a suspended member', () => {
  it('cannot open a conversation with somebody, nor write, change or react in one, and learns until when', async () => {
    const { aiko, ben, roomId } = await createPair()
    const sent = (await (await sendMessage(aiko, roomId, 'Hello')).json()) as { message: { id: string } }
    const until = now() + 86_400
    await suspend(aiko, until)
    const { id } = sent.message
    for (const [call, body] of [
      ['openChat', { users: [ben.id] }],
      ['openChat', { users: [(await signedIn(chatEnv)).id] }],
      ['sendMessage', { type: 'send', roomId, message: { mimeType: 'text/plain', text: 'Buy this' } }],
      ['sendMessage', { type: 'edit', roomId, messageId: id, message: { mimeType: 'text/plain', text: 'Buy this' } }],
    ] as const) {
      const response = await request('POST', call, { as: aiko, body })
      expect([call, response.status, await response.json()]).toMatchObject([
        call,
        403,
        { error: { code: 'account_suspended', details: { until } } },
      ])
    }
    expect((await request('POST', 'sendMessage', { as: aiko, body: { type: 'delete', roomId, messageId: id } })).status).toBe(200)
    expect((await sendMessage(ben, roomId, 'How are you?')).status).toBe(200)
    const { messages, mine } = await getPage(aiko, roomId)
    expect([mine.canWrite, (await getPage(ben, roomId)).mine.canWrite]).toEqual([false, true])
    expect(messages.map(({ message }) => message.text)).toEqual(['', 'How are you?'])
  })

  it('cannot send by the socket of a conversation that is open, once the room has read it', async () => {
    const { aiko, roomId } = await createPair()
    const client = await join(roomId, aiko)
    await suspend(aiko)
    await refresh(roomId)
    client.send({ v: 1, type: 'send', clientId: crypto.randomUUID(), text: 'Buy this' })
    await expect.poll(() => client.frames.find((frame) => frame.type === 'error')).toMatchObject({ code: 'account_suspended' })
    expect((await getPage(aiko, roomId)).messages).toEqual([])
    await endOf(aiko)
    await refresh(roomId)
    client.send({ v: 1, type: 'send', clientId: crypto.randomUUID(), text: 'Hello' })
    await expect.poll(async () => (await getPage(aiko, roomId)).messages.map(({ message }) => message.text)).toEqual(['Hello'])
  })

  it('opens and writes in the rooms of orders, by calls and by socket', async () => {
    const [aiko, ben] = [await signedIn(chatEnv), await signedIn(chatEnv, { name: 'Ben Carter' })]
    const orderId = opaqueId()
    const roomId = await rpc.openRoom({ orderId, users: [aiko.id, ben.id] })
    await suspend(aiko)
    const opened = await request('POST', 'openChat', { as: aiko, body: { users: [], orderId } })
    expect(await opened.json()).toEqual({ roomId })
    expect((await getPage(aiko, roomId)).mine.canWrite).toBe(true)
    expect((await sendMessage(aiko, roomId, 'Here is the file')).status).toBe(200)
    const client = await join(roomId, aiko)
    client.send({ v: 1, type: 'send', clientId: crypto.randomUUID(), text: 'And one more' })
    await expect
      .poll(async () => (await getPage(ben, roomId)).messages.map(({ message }) => message.text))
      .toEqual(['Here is the file', 'And one more'])
  })

  it('answers no offer', async () => {
    const { aiko, roomId } = await createPair()
    await suspend(aiko)
    expect(await codeOf(await request('POST', 'answerOffer', { as: aiko, body: { roomId } }))).toBe('account_suspended')
  })
})
