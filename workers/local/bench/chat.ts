import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillRooms, fillUsers, roomId, startChat } from './lib/chat/chat-world.ts'
import { measureConversations } from './lib/chat/conversations.ts'
import { measureIdleRooms } from './lib/chat/idle-rooms.ts'
import { disperse, gather, pace, saturate, timeJoin } from './lib/chat/load.ts'
import { type ChatServer, startPeer, warren } from './lib/chat/servers.ts'
import type { Bench, Result } from './lib/result.ts'
import { median, round } from './lib/served-database.ts'

const SIZES = [50, 500] as const
const ROUNDS = 5
/** Messages of each member in a round: the flood control lets a member send 20 at once. */
const EACH = { 50: 20, 500: 2 } as const
/** The rate of the latency, in a room of 50. */
const PER_SECOND = 1000
const REPLAYED = 1000

const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)
const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!

type Name = 'warren' | 'ws' | 'socket.io'
const NAMES: Name[] = ['warren', 'ws', 'socket.io']
type Servers = Record<Name, ChatServer>

/** Deliveries a second at saturation, by size and server. The servers take turns, each round in a new room. */
async function measureDeliveries(servers: Servers, log: (line: string) => void): Promise<Result[]> {
  const results: Result[] = []
  for (const [i, size] of SIZES.entries()) {
    const rates: Record<Name, number[]> = { warren: [], ws: [], 'socket.io': [] }
    for (let turn = 0; turn <= ROUNDS; turn++)
      for (const name of NAMES) {
        const crowd = await gather(servers[name], roomId(1 + i * 100 + turn), range(1, size))
        const rate = await saturate(crowd, EACH[size])
        // The first turn only fills the caches.
        if (turn) rates[name].push(rate)
        disperse(crowd)
      }
    const middle = (name: Name) => median(rates[name])
    log(`${size} sockets: ${NAMES.map((name) => `${Math.round(middle(name))} deliveries/s by ${name}`).join(', ')}`)
    const rate = { unit: 'deliveries/s', better: 'higher' } as const
    results.push(
      {
        name: `${size} sockets, of ws without storage`,
        value: round(middle('warren') / middle('ws')),
        unit: 'x',
        better: 'higher',
        ...(size === 50 && { goal: 0.8 }),
      },
      {
        name: `${size} sockets, of socket.io without storage`,
        value: round(middle('warren') / middle('socket.io')),
        unit: 'x',
        better: 'higher',
      },
      ...NAMES.map((name) => ({ name: `${size} sockets, ${name}`, value: Math.round(middle(name)), ...rate })),
    )
  }
  return results
}

/** The 99th percentile of the time from a send to its arrivals, at 1,000 messages a second in a room of 50, for a second each. */
async function measureLatency(servers: Servers, log: (line: string) => void): Promise<Result[]> {
  const times: Record<Name, number[]> = { warren: [], ws: [], 'socket.io': [] }
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const name of NAMES) {
      const crowd = await gather(servers[name], roomId(201 + turn), range(1001, 50))
      const measured = p99(await pace(crowd, PER_SECOND, PER_SECOND))
      if (turn) times[name].push(measured)
      disperse(crowd)
    }
  log(`p99 at ${PER_SECOND} messages/s: ${NAMES.map((name) => `${round(median(times[name]))} ms by ${name}`).join(', ')}`)
  return [
    {
      name: `p99 at ${PER_SECOND} messages/s, 50 sockets, of ws`,
      value: round(median(times.warren) / median(times.ws)),
      unit: 'x',
      better: 'lower',
    },
    ...NAMES.map((name): Result => ({ name: `p99, ${name}`, value: round(median(times[name])), unit: 'ms', better: 'lower' })),
  ]
}

/** The time until a member who joins the room of a saturated turn again has got its 1,000 messages. */
async function measureJoin(server: ChatServer, log: (line: string) => void): Promise<Result[]> {
  const times: number[] = []
  for (let turn = 0; turn < ROUNDS * 4; turn++) times.push(await timeJoin(server, roomId(2), 1 + turn, REPLAYED))
  log(`join with a replay of ${REPLAYED} messages: ${round(median(times))} ms`)
  return [{ name: `join with a replay of ${REPLAYED} messages`, value: round(median(times)), unit: 'ms', better: 'lower' }]
}

/**
 * Measures rooms under load beside ws and Socket.IO, which store nothing and check no session, and the cost of many rooms: of one member,
 * and of members who are connected without writing.
 */
export const run: Bench = async (log) => {
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-chat-'))
  const chat = await startChat(dir, (file) => {
    fillUsers(file, 1100)
    for (const [i, size] of SIZES.entries()) fillRooms(file, 1 + i * 100, Array(ROUNDS + 1).fill(range(1, size)))
    fillRooms(file, 201, Array(ROUNDS + 1).fill(range(1001, 50)))
  })
  const [ws, io] = await Promise.all([startPeer('ws'), startPeer('socket.io')])
  const stop = async () => {
    ws.stop()
    io.stop()
    await chat.stop()
  }
  try {
    const servers: Servers = { warren: warren(chat.workerd.url), ws: ws.server, 'socket.io': io.server }
    const rates = [
      ...(await measureDeliveries(servers, log)),
      ...(await measureLatency(servers, log)),
      ...(await measureJoin(servers.warren, log)),
    ]
    await stop()
    return [...rates, ...(await measureConversations(dir, log)), ...(await measureIdleRooms(dir, log))]
  } finally {
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
