import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, type TestUser } from '../shared/testing.ts'
import type { ChatRoom } from './chat-room.ts'
import type { Message } from './messages.schema.ts'
import { chatEnv, createPair, request, sendMessage } from './testing.ts'

describe('a part of the history', () => {
  let member: TestUser
  let roomId: string
  const read = (part: string) => request('GET', `getRoomMessages?roomId=${roomId}${part}`, { as: member })
  const seqsOf = async (part: string) => {
    const { messages, more } = (await (await read(part)).json()) as { messages: Message[]; more: boolean }
    return [messages[0]?.seq, messages.at(-1)?.seq, messages.length, more]
  }

  beforeAll(async () => {
    const pair = await createPair()
    ;[member, roomId] = [pair.aiko, pair.roomId]
    await sendMessage(member, roomId, 'message 1')
    await runInDurableObject(chatEnv.ROOMS.getByName(roomId), (_: ChatRoom, { storage }) => {
      storage.sql.exec('UPDATE messages SET at = 1700000000')
      // Three messages a second.
      storage.sql.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO messages (seq, id, client_id, user_id, text, mime, at)
        SELECT i, 'id' || i, 'client' || i, ${member.id}, 'message ' || i, 'text/plain', 1700000000 + (i - 1) / 3 FROM n`)
    })
    await evictDurableObject(chatEnv.ROOMS.getByName(roomId))
  })

  it.each([
    ['', [951, 1000, 50, true]],
    ['&before=51', [1, 50, 50, false]],
    ['&before=1', [undefined, undefined, 0, false]],
    ['&after=200', [201, 250, 50, true]],
    ['&after=990', [991, 1000, 10, true]],
    ['&after=1000', [undefined, undefined, 0, false]],
    ['&around=500', [475, 524, 50, true]],
    ['&around=3', [1, 27, 27, false]],
    ['&around=5000', [976, 1000, 25, true]],
    // Second 100 begins with message 301.
    ['&from=1700000100', [276, 325, 50, true]],
    ['&from=0', [1, 25, 25, false]],
    ['&from=1800000000', [975, 1000, 26, true]],
  ])('%s is %j', async (part, expected) => {
    expect(await seqsOf(part)).toEqual(expected)
  })

  it('cannot be two at once', async () => {
    const response = await read('&before=5&from=5')
    expect([response.status, await codeOf(response)]).toEqual([422, 'invalid_body'])
  })

  it('is empty in a room without messages', async () => {
    const pair = await createPair()
    for (const part of ['', '&around=5', '&from=5', '&after=5']) {
      const response = await request('GET', `getRoomMessages?roomId=${pair.roomId}${part}`, { as: pair.ben })
      expect(await response.json()).toMatchObject({ messages: [], more: false })
    }
  })
})
