import { createClient } from '@libsql/client/http'
import { portsFrom } from '../../workers/local/ports.ts'
import { url } from './world.ts'

/** Makes the sessions of a person as old as if they had signed in this many seconds ago: what asks for a fresh sign-in refuses them. */
export async function ageSessions(userId: number, seconds = 45 * 60): Promise<void> {
  const db = createClient({ url: `http://127.0.0.1:${portsFrom(Number(new URL(url).port)).libsql}` })
  await db.execute({ sql: 'update sessions set created_at = created_at - ? where user_id = ?', args: [seconds, userId] })
  db.close()
}
