import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { database } from '../shared/db.ts'
import { opaqueId } from '../shared/ids.ts'
import { signedIn, type TestUser } from '../shared/testing.ts'
import { roomMembers, rooms } from './tables.ts'
import { chatEnv, getPage, join, type SocketClient, sendMessage } from './testing.ts'

/** A room with hundreds of members. Only an admin of the database can create one yet. */
const MEMBERS = 200
/** Presence and read marks are sent at most this often (ms). */
const STATUS_MS = 250

const inGroups = async <T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const done: R[] = []
  for (let i = 0; i < list.length; i += 20) done.push(...(await Promise.all(list.slice(i, i + 20).map(work))))
  return done
}
const frameCount = (client: SocketClient, ...types: string[]) => client.frames.filter(({ type }) => types.includes(type)).length

describe(`a room of ${MEMBERS} members`, () => {
  let members: TestUser[]
  let clients: SocketClient[]
  const roomId = opaqueId()

  beforeAll(async () => {
    members = await inGroups(Array.from({ length: MEMBERS }), () => signedIn(chatEnv))
    const db = database(chatEnv)
    await db.insert(rooms).values({ id: roomId, createdAt: 1, lastAt: 1 })
    await db.insert(roomMembers).values(members.map(({ id }) => ({ roomId, userId: id })))
  }, 120_000)

  it('shows the presence of all to all in few frames', { timeout: 120_000 }, async () => {
    const started = Date.now()
    clients = await inGroups(members, (member) => join(roomId, member))
    for (const client of clients) await client.waitFor('presence', ({ userIds }) => userIds.length === MEMBERS)
    const windows = (Date.now() - started) / STATUS_MS + 3
    for (const client of clients) expect(frameCount(client, 'presence')).toBeLessThan(windows)
  })

  it('delivers every message to every member once and in order, and acknowledges it to its author', { timeout: 120_000 }, async () => {
    const authors = [0, 37, 74, 111, 148, 199]
    for (let i = 0; i < 10; i++)
      for (const author of authors) clients[author]!.sendMessage(`client-${author}-${i}`, `message ${i} of ${author}`)
    const total = authors.length * 10
    const inOrder = Array.from({ length: total }, (_, i) => i + 1)
    for (const client of clients) expect(await client.waitForSeq(total)).toEqual(inOrder)
    for (const author of authors) await vi.waitUntil(() => frameCount(clients[author]!, 'sent') === 10)
    expect((await getPage(members[5]!, roomId)).messages.at(-1)!.seq).toBe(total)
  })

  it('shows the read marks of all in few frames, and stores each', { timeout: 120_000 }, async () => {
    for (const client of clients) {
      client.frames.length = 0
      client.send({ v: 1, type: 'read', seq: 60 })
    }
    // The first one is sent at once, and so is one more if it rises in the next frame's time.
    await clients[7]!.waitFor('reads', ({ reads }) => reads.length > MEMBERS / 2)
    await vi.waitUntil(async () => (await getPage(members[9]!, roomId)).members.every(({ readSeq }) => readSeq === 60), 20_000)
    for (const client of clients) expect(frameCount(client, 'read', 'reads')).toBeLessThan(10)
  })

  it('sends a member who joins the read marks of all in one frame', async () => {
    const client = await join(roomId, members[0]!, 0)
    const marks = client.frames.flatMap((frame) => (frame.type === 'reads' ? frame.reads : []))
    expect([marks.length, frameCount(client, 'read', 'reads')]).toEqual([MEMBERS, 1])
  })

  it('announces a message to every member', { timeout: 60_000 }, async () => {
    expect((await sendMessage(members[1]!, roomId, 'The last one')).status).toBe(200)
    const db = database(chatEnv)
    const isAnnounced = async () => (await db.select().from(rooms).where(eq(rooms.id, roomId)))[0]!.lastText === 'The last one'
    await vi.waitUntil(isAnnounced, { timeout: 30_000, interval: 50 })
    const unlisted = await db
      .select()
      .from(roomMembers)
      .where(and(eq(roomMembers.roomId, roomId), isNull(roomMembers.listedAt)))
    expect(unlisted).toEqual([])
  })
})
