import { createClient, type Row } from '@libsql/client/http'
import { ports } from './world.ts'

/** Runs an SQL statement in the world's database, for what no call can do, such as changing a timestamp. Returns its rows. */
export async function run(sql: string, args: (number | string)[]): Promise<Row[]> {
  const db = createClient({ url: `http://127.0.0.1:${ports.libsql}` })
  const { rows } = await db.execute({ sql, args })
  db.close()
  return rows
}
