import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../workers/local/world/hrana.ts'
import { localDir } from '../../workers/local/world/world.ts'

/** The folder of this worker's world. */
const dir = process.env.WARREN_URL ? localDir() : join(process.env.WARREN_JOURNEYS_DIR!, process.env.TEST_PARALLEL_INDEX ?? '0')

/**
 * Runs SQL in the storage of the room that has this message, for what no call can do, such as writing 50,000 messages. The room notices
 * messages only when it starts again: ten seconds after its last call, if it has no sockets.
 */
export function changeRoomStorage(messageId: string, statements: string[]): void {
  const folder = join(dir, 'state/v3/do/warren-chat-ChatRoom')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')) {
    const db = openConnection(join(folder, file))
    try {
      if (!db.prepare('select 1 from messages where id = ?').get(messageId)) continue
      db.exec(`begin; ${statements.join(';')}; commit`)
      return
    } finally {
      db.close()
    }
  }
  throw new Error(`no room has the message ${messageId}`)
}
