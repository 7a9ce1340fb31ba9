import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../../world/hrana.ts'
import type { Result } from '../result.ts'
import { cookieOf, cost, median, round } from '../served-database.ts'
import { type ChatWorld, fillUsers, startChat } from './chat-world.ts'
import { networkOf } from './servers.ts'

const SIZES = [10, 1000, 100_000] as const
/** Rounds per size, and calls per round. */
const [ROUNDS, CALLS] = [12, 20]
const [ME, OTHERS] = [1, 1000]

/** Inserts `size` rooms of the measured member with one of 1,000 others each, and as many rooms of others. */
function fill(file: string, size: number): void {
  fillUsers(file, OTHERS + 2)
  const db = openConnection(file)
  const id = "printf('%022d', i)"
  db.exec('pragma synchronous = off; begin')
  for (const sql of [
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${2 * size})
      insert into rooms (id, created_at, last_seq, last_text, last_user_id, last_at)
      select ${id}, 1, 3, 'The second draft is close.', 2 + i % ${OTHERS}, 1700000000 + i from n`,
    `insert into room_members (room_id, user_id, read_seq, listed_at)
      select id, iif(rowid <= ${size}, ${ME}, 2 + (rowid + 1) % ${OTHERS}), 2, last_at from rooms`,
    `insert into room_members (room_id, user_id, read_seq, listed_at) select id, 2 + rowid % ${OTHERS}, 3, last_at from rooms`,
    "insert into profiles (user_id, name, title, updated_at) select id, 'Member ' || id, 'Designer', 1 from users",
  ])
    db.exec(sql)
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)')
  db.close()
}

const some = (below: number) => 1 + Math.floor(Math.random() * below)
/** The first page has up to 50 rooms, so the smallest size reads fewer: its time is given, and the goal compares pages of 50. */
const READS = {
  'getConversations, the first page': () => '',
  'getConversations, a later page': (size: number) => {
    const last = size > 60 ? 51 + some(size - 51) : size
    return `?cursor=${1_700_000_000 + last}.${String(last).padStart(22, '0')}`
  },
} as const

/** Measures the list of conversations of a member with few and many rooms. The sizes take turns. */
export async function measureConversations(dir: string, log: (line: string) => void): Promise<Result[]> {
  const worlds: (ChatWorld & { size: number })[] = []
  try {
    for (const size of SIZES) {
      const folder = join(dir, `conversations-${size}`)
      mkdirSync(folder)
      worlds.push({ size, ...(await startChat(folder, (file) => fill(file, size))) })
    }
    const read = async ({ workerd }: (typeof worlds)[number], query: string): Promise<number> => {
      const started = performance.now()
      const answer = await fetch(`${workerd.url}/api/chat/getConversations${query}`, {
        headers: { cookie: cookieOf(ME), ...networkOf(some(65_000)) },
      })
      const { conversations } = (await answer.json()) as { conversations: unknown[] }
      const ms = performance.now() - started
      if (!conversations.length && !query) throw new Error(`getConversations answered ${answer.status} without rooms`)
      return ms
    }
    const results: Result[] = []
    for (const [name, queryOf] of Object.entries(READS)) {
      const times = worlds.map((): number[] => [])
      for (let round = 0; round <= ROUNDS; round++)
        for (const [i, world] of worlds.entries())
          for (let call = 0; call < CALLS; call++) {
            const ms = await read(world, queryOf(world.size))
            if (round) times[i]!.push(ms)
          }
      const middles = times.map(median)
      log(`${name}: ${SIZES.map((size, i) => `${round(middles[i]!)} ms at ${size}`).join(', ')}`)
      const large = worlds.at(-1)!
      const { statements } = await cost(large.databaseUrl, () => read(large, queryOf(large.size)))
      results.push(
        { name: `${name}: at 100k, of 1,000`, value: round(middles[2]! / middles[1]!), unit: 'x', goal: 2, better: 'lower' },
        { name: `${name}: at 100k, of 10`, value: round(middles[2]! / middles[0]!), unit: 'x', goal: 2, better: 'lower' },
        { name: `${name}: at 100k`, value: round(middles[2]!), unit: 'ms', better: 'lower' },
        { name: `${name}: database statements, with the session`, value: statements, unit: '', goal: 2, better: 'lower' },
      )
    }
    return results
  } finally {
    for (const world of worlds) await world.stop()
  }
}
