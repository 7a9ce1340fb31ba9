import { join } from 'node:path'
import { build } from 'esbuild'
import { migrate } from '../../../deploy/migrate.ts'
import { optionsFor } from '../../../world/bundle.ts'
import { openConnection } from '../../../world/hrana.ts'
import { startWorkerd, type Workerd, writeWorker } from '../../../world/workerd.ts'
import { insertSession, serve } from '../served-database.ts'

/** The chat worker on a database of its own. */
export interface ChatWorld {
  databaseUrl: string
  workerd: Workerd
  /** Kills both processes. */
  stop(): Promise<void>
}

/** The id of a room that {@link fillRooms} has inserted. */
export const roomId = (room: number): string => String(room).padStart(22, 'r')

/** Inserts users from 1 to `count`, each with a session. */
export function fillUsers(file: string, count: number): void {
  const db = openConnection(file)
  db.exec('pragma synchronous = off; begin')
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into users (id, created_at, terms_accepted_at, email) select i, 1, 1, 'user' || i || '@warren.example' from n`)
  for (let id = 1; id <= count; id++) db.exec(insertSession(id))
  db.exec('commit')
  db.close()
}

/** Inserts a room for each list of members, numbered from `first`. */
export function fillRooms(file: string, first: number, rooms: number[][]): void {
  const db = openConnection(file)
  db.exec('pragma synchronous = off; begin')
  for (const [i, members] of rooms.entries()) {
    const id = roomId(first + i)
    db.exec(`insert into rooms (id, created_at, last_at) values ('${id}', 1, 1)`)
    db.exec(`insert into room_members (room_id, user_id) select '${id}', value from json_each('${JSON.stringify(members)}')`)
  }
  db.exec('commit')
  db.close()
}

/**
 * Migrates a database in this folder and fills it. Returns what starts the chat worker on it, also again after a `stop`. `entry` is the
 * worker's code, by default that of production.
 */
export async function prepareChat(
  dir: string,
  fill: (file: string) => void,
  entry = join(import.meta.dirname, '../../../../chat/index.ts'),
): Promise<() => Promise<ChatWorld>> {
  const file = join(dir, 'chat.db')
  const empty = await serve(file)
  await migrate(empty.url)
  await empty.stop()
  fill(file)
  const options = { ...optionsFor('chat', dir), entryPoints: [entry], sourcemap: false, write: false }
  const { outputFiles } = await build(options as Parameters<typeof build>[0])
  const objects = { ROOMS: 'ChatRoom', INBOXES: 'Inbox', LIMITS: 'Limiter' }
  return async () => {
    const database = await serve(file)
    const bindings = { ENV: 'local', APP_ORIGINS: 'http://localhost:8788', DATABASE_URL: database.url }
    const workerd = await startWorkerd(writeWorker(join(dir, 'chat'), outputFiles![0]!.text, bindings, objects))
    return { databaseUrl: database.url, workerd, stop: async () => void (await Promise.all([workerd.stop(), database.stop()])) }
  }
}

/** Prepares the chat worker and starts it once. */
export const startChat = async (...args: Parameters<typeof prepareChat>): Promise<ChatWorld> => (await prepareChat(...args))()
