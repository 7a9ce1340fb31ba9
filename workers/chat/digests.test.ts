import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import type { DigestHours } from './conversations.schema.ts'
import { claimDue } from './digests.ts'
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
const memberOf = async (as: TestUser) => (await db.select().from(roomMembers).where(eq(roomMembers.userId, as.id)))[0]!
const lastSeqOf = async (as: TestUser) => (await memberOf(as)).lastSeq
const readSeqOf = async (as: TestUser) => (await memberOf(as)).readSeq
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

  it('is not postponed by further messages, nor ended by reading some of them', async () => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    const first = now() + 1000
    await db.update(roomMembers).set({ digestDue: first }).where(eq(roomMembers.userId, ben.id))
    await sendMessage(aiko, roomId, 'Two')
    await expect.poll(() => lastSeqOf(ben)).toBe(2)
    expect(await dueOf(ben)).toEqual([first])
    await post(ben, 'markRead', { roomId, seq: 1 })
    await expect.poll(() => readSeqOf(ben)).toBe(1)
    expect(await dueOf(ben)).toEqual([first])
  })

  it.each(['mute', 'archive'])('is none after %s', async (action) => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    await post(ben, 'changeConversation', { roomId, action })
    expect(await dueOf(ben)).toEqual([null])
  })

  it('that waits moves with the chosen time', async () => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    const [due] = await dueOf(ben)
    await setHours(ben, 1)
    expect(await dueOf(ben)).toEqual([due! - 7 * 3600])
    await setHours(ben, 24)
    expect(await dueOf(ben)).toEqual([due! + 16 * 3600])
  })

  it('has no muted conversation and no request, and names ten conversations, but counts the messages of all', async () => {
    const me = await signedIn(chatEnv)
    const rows = Array.from({ length: 14 }, (_, i) => ({
      ...{ id: opaqueId(), title: `Order ${i}`, at: 2000 - i, due: i === 5 ? now() - 1 : null },
      ...{ muted: i === 0 ? 1 : 0, folder: i === 1 ? 'requests' : 'inbox' },
    }))
    const json = JSON.stringify(rows)
    await db.run(sql`insert into rooms (id, title, created_at, last_seq, last_text, last_user_id, last_at)
      select value ->> 'id', value ->> 'title', 1, 2, 'Hello', 0, value ->> 'at' from json_each(${json})`)
    await db.run(sql`insert into room_members (room_id, user_id, read_seq, last_seq, listed_at, muted, folder, digest_due)
      select value ->> 'id', ${me.id}, 0, 2, value ->> 'at', value ->> 'muted', value ->> 'folder', value ->> 'due' from json_each(${json})`)
    const [digest] = await claim(me)
    const named = rows.slice(2, 12).map(({ id, title }) => ({ roomId: id, name: title, unread: 2 }))
    expect(digest).toEqual({ userId: me.id, count: 24, conversations: named })
  })

  it('is not due again if all was read while it could not be sent', async () => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    await pass(ben)
    expect(await claim(ben)).toHaveLength(1)
    await post(ben, 'markRead', { roomId, seq: 1 })
    await expect.poll(() => dueOf(ben)).toEqual([null])
    await rpc.endDigests([{ userId: ben.id, due: now() + 600 }])
    expect(await dueOf(ben)).toEqual([null])
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
      await expect.poll(() => lastSeqOf(one)).toBe(1)
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
          { roomId, name: 'Ben Carter', unread: 2 },
          { roomId: second, name: 'Chika', unread: 1 },
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

  it('does not name somebody whom the member has blocked, and is no longer due for them', async () => {
    const { aiko, ben, roomId } = await createPair()
    await sendMessage(aiko, roomId, 'One')
    await expect.poll(() => dueOf(ben)).toEqual([expect.any(Number)])
    await post(ben, 'blockUser', { userId: aiko.id })
    expect(await dueOf(ben)).toEqual([null])
    // As if another conversation, or a message that was announced late, had made a mail due.
    await pass(ben)
    expect(await claim(ben)).toEqual([])
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

  it('reads only what is due', async () => {
    const plan = await db.all<{ detail: string }>(sql`explain query plan ${claimDue(now(), 20)}`)
    expect(plan.map(({ detail }) => detail).filter((detail) => /room_members/.test(detail))).toEqual([
      expect.stringMatching(/^SEARCH room_members USING (COVERING )?INDEX room_members_digest|USING INDEX room_members_\w+ \(user_id=\?/),
      expect.stringMatching(/^SEARCH room_members USING (COVERING )?INDEX room_members_digest/),
    ])
  })
})
