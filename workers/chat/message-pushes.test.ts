import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { claimDuePushes, MESSAGE_PUSH_DELAY } from './message-pushes.ts'
import { roomMembers } from './tables.ts'
import { chatEnv, createPair, request, rpc, sendMessage } from './testing.ts'

const db = database(chatEnv)
// Pushes of other tests are not due here.
beforeEach(() => db.update(roomMembers).set({ pushDue: null }))

const post = (as: TestUser, call: string, body: unknown) => request('POST', call, { as, body })
const addDevice = ({ id }: TestUser) =>
  db.run(sql`insert into push_devices (user_id, session, endpoint, p256dh, auth, user_agent, created_at)
    values (${id}, ${opaqueId()}, ${opaqueId()}, '', '', '', 1)`)
const memberOf = async (as: TestUser) => (await db.select().from(roomMembers).where(eq(roomMembers.userId, as.id)))[0]!
const dueOf = async (as: TestUser) => (await memberOf(as)).pushDue
/** Makes what waits due now. */
const pass = (as: TestUser) =>
  db
    .update(roomMembers)
    .set({ pushDue: now() - 1 })
    .where(eq(roomMembers.userId, as.id))
const claim = async (as: TestUser) => (await rpc.claimMessagePushes(20)).filter(({ userId }) => userId === as.id)

/** Two members who write to each other; the second one has a browser that gets pushes. */
async function createReached() {
  const pair = await createPair()
  await addDevice(pair.ben)
  return pair
}

it('a push is due some seconds after the first unread message, for members who have a browser for it', async () => {
  const { aiko, ben, roomId } = await createReached()
  await sendMessage(aiko, roomId, 'One')
  await expect.poll(() => dueOf(ben)).toEqual(expect.any(Number))
  const due = (await dueOf(ben))!
  expect(Math.abs(due - MESSAGE_PUSH_DELAY - now())).toBeLessThan(10)
  await sendMessage(aiko, roomId, 'Two')
  await expect.poll(async () => (await memberOf(ben)).lastSeq).toBe(2)
  expect(await dueOf(ben)).toBe(due)
  await sendMessage(ben, roomId, 'Three')
  await expect.poll(async () => (await memberOf(aiko)).lastSeq).toBe(3)
  expect(await dueOf(aiko)).toBeNull()
})

it('is claimed once with the name of the author and no words, and the next message causes another one', async () => {
  const { aiko, ben, roomId } = await createReached()
  await sendMessage(aiko, roomId, 'One')
  await expect.poll(() => dueOf(ben)).toEqual(expect.any(Number))
  await pass(ben)
  const runs = await Promise.all([claim(ben), claim(ben)])
  expect(runs.flat()).toEqual([{ userId: ben.id, roomId, name: 'Aiko Mori', title: '', at: expect.any(Number) }])
  expect(await dueOf(ben)).toBeNull()
  await sendMessage(aiko, roomId, 'Two')
  await expect.poll(() => dueOf(ben)).toEqual(expect.any(Number))
})

it('none is due once all is read, muted or archived, and what was read or answered meanwhile is left out', async () => {
  const { aiko, ben, roomId } = await createReached()
  await sendMessage(aiko, roomId, 'One')
  await expect.poll(() => dueOf(ben)).toEqual(expect.any(Number))
  await post(ben, 'markRead', { roomId, seq: 1 })
  await expect.poll(() => dueOf(ben)).toBeNull()
  for (const [i, action] of (['archive', 'mute'] as const).entries()) {
    await sendMessage(aiko, roomId, action)
    await expect.poll(async () => (await memberOf(ben)).lastSeq).toBe(i + 2)
    expect(await dueOf(ben)).toEqual(expect.any(Number))
    await post(ben, 'changeConversation', { roomId, action })
    expect(await dueOf(ben)).toBeNull()
  }
  await sendMessage(aiko, roomId, 'Four')
  await expect.poll(async () => (await memberOf(ben)).lastSeq).toBe(4)
  expect(await dueOf(ben)).toBeNull()
  await post(ben, 'changeConversation', { roomId, action: 'unmute' })
  await db
    .update(roomMembers)
    .set({ pushDue: now() - 1, readSeq: 4, folder: 'inbox' })
    .where(eq(roomMembers.userId, ben.id))
  expect(await claim(ben)).toEqual([])
  expect(await dueOf(ben)).toBeNull()
})

it('none names somebody whom the member has blocked', async () => {
  const { aiko, ben, roomId } = await createReached()
  await sendMessage(aiko, roomId, 'One')
  await expect.poll(() => dueOf(ben)).toEqual(expect.any(Number))
  await post(ben, 'blockUser', { userId: aiko.id })
  expect(await dueOf(ben)).toBeNull()
  await pass(ben)
  expect(await claim(ben)).toEqual([])
})

it('a request of a stranger is not pushed', async () => {
  const [me, stranger] = [await signedIn(chatEnv), await signedIn(chatEnv)]
  await addDevice(me)
  const { roomId } = (await (await post(stranger, 'openChat', { users: [me.id] })).json()) as { roomId: string }
  await sendMessage(stranger, roomId, 'Hello')
  await expect.poll(async () => (await memberOf(me)).lastSeq).toBe(1)
  expect(await dueOf(me)).toBeNull()
})

it('reads only what is due', async () => {
  const plan = await db.all<{ detail: string }>(sql`explain query plan ${claimDuePushes(now(), 20)}`)
  expect(plan.map(({ detail }) => detail).filter((detail) => /room_members/.test(detail))).toEqual([
    'SEARCH room_members USING INTEGER PRIMARY KEY (rowid=?)',
    expect.stringMatching(/^SEARCH room_members USING COVERING INDEX room_members_push/),
  ])
})
