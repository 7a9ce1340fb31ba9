import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { DigestHours } from './conversations.schema.ts'
import { roomMembers } from './tables.ts'
import { chatEnv, createPair, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)
// Mails of other tests are not due here.
beforeEach(() => db.update(roomMembers).set({ digestDue: null }))

const post = (as: TestUser, call: string, body: unknown) => request('POST', call, { as, body })
const setHours = (as: TestUser, digestHours: DigestHours) =>
  post(as, 'setChatSettings', { showsTyping: true, showsSeen: true, showsOnline: true, digestHours })
const dueOf = async (as: TestUser) =>
  (await db.select({ due: roomMembers.digestDue }).from(roomMembers).where(eq(roomMembers.userId, as.id))).map(({ due }) => due)
/** Makes what waits due now. */
const pass = (as: TestUser) =>
  db
    .update(roomMembers)
    .set({ digestDue: now() - 1 })
    .where(eq(roomMembers.userId, as.id))
const claim = async (as: TestUser) => (await rpc.claimDigests(20)).filter(({ userId }) => userId === as.id)

describe('the mail about unread messages', () => {
  it('is due after the chosen time, counted from the first unread message; not for the author, and not once all is read', async () => {
    const { aiko, ben, roomId } = await createPair()
    await setHours(ben, 1)
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    const [due] = await dueOf(ben)
    expect(Math.abs(due! - now() - 3600)).toBeLessThan(60)
    expect(await dueOf(aiko)).toEqual([null])
    expect(await claim(ben)).toEqual([])
    await post(ben, 'markRead', { roomId, seq: 1 })
    await expect.poll(() => dueOf(ben)).toEqual([null])
  })

  it('is none for muted conversations, requests, and members who have turned it off', async () => {
    const [muted, off] = [await createPair(), await createPair()]
    await post(muted.ben, 'changeConversation', { roomId: muted.roomId, action: 'mute' })
    await setHours(off.ben, 0)
    const [aiko, stranger] = [await signedIn(chatEnv), await signedIn(chatEnv)]
    const { roomId } = (await (await post(stranger, 'openChat', { users: [aiko.id] })).json()) as { roomId: string }
    await sendMessage(stranger, roomId, 'Hello')
    for (const one of [muted, off]) await sendMessage(one.aiko, one.roomId, 'Hello')
    for (const one of [muted.ben, off.ben, aiko]) {
      await expect.poll(async () => (await db.select().from(roomMembers).where(eq(roomMembers.userId, one.id)))[0]!.lastSeq).toBe(1)
      expect(await dueOf(one)).toEqual([null])
    }
    const waiting = await createPair()
    await sendMessage(waiting.aiko, waiting.roomId, 'Hello')
    await expect.poll(() => dueOf(waiting.ben)).toEqual([expect.any(Number)])
    await setHours(waiting.ben, 0)
    expect(await dueOf(waiting.ben)).toEqual([null])
  })

  it('has all unread conversations of its member at once, is claimed by one run, and is not due again until something new arrives', async () => {
    const { aiko, ben, roomId } = await createPair()
    const other = await signedIn(chatEnv, { name: 'Chika' })
    const { roomId: second } = (await (await post(other, 'openChat', { users: [aiko.id] })).json()) as { roomId: string }
    await post(aiko, 'openChat', { users: [other.id] })
    await sendMessage(ben, roomId, 'One')
    await sendMessage(ben, roomId, 'Two')
    await sendMessage(other, second, 'Three')
    await expect.poll(async () => (await dueOf(aiko)).every((due) => due !== null)).toBe(true)
    await pass(aiko)
    const [runs] = [await Promise.all([claim(aiko), claim(aiko)])]
    expect(runs.flat()).toEqual([
      {
        userId: aiko.id,
        count: 3,
        conversations: expect.arrayContaining([
          { name: 'Ben Carter', unread: 2 },
          { name: 'Chika', unread: 1 },
        ]),
      },
    ])
    await rpc.endDigests([{ userId: aiko.id, due: null }])
    expect(await dueOf(aiko)).toEqual([null, null])
    await sendMessage(ben, roomId, 'Four')
    await expect.poll(async () => (await dueOf(aiko)).filter((due) => due !== null)).toHaveLength(1)
  })

  it('is left out if everything was read in another way meanwhile', async () => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    await db
      .update(roomMembers)
      .set({ digestDue: now() - 1, readSeq: 1 })
      .where(eq(roomMembers.userId, ben.id))
    expect(await claim(ben)).toEqual([])
    expect(await dueOf(ben)).toEqual([null])
  })

  it('is turned off by the link of a mail', async () => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    await rpc.turnOffDigest(ben.id)
    await rpc.turnOffDigest(ben.id)
    expect(await dueOf(ben)).toEqual([null])
    expect(await (await request('GET', 'getChatSettings', { as: ben })).json()).toMatchObject({ digestHours: 0, showsSeen: true })
  })
})
