import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')

interface Journal {
  entries: { tag: string }[]
}

/**
 * Applies the missing migrations in the journal's order, each file in one transaction together with its record. A file that was changed
 * after it was applied is rejected, because its change would never be applied. Returns the tags applied now; with `dryRun` it only returns
 * the missing ones.
 */
export async function migrate(url: string, options: { token?: string; folder?: string; dryRun?: boolean } = {}): Promise<string[]> {
  const folder = options.folder ?? MIGRATIONS
  const db = createClient({ url, authToken: options.token })
  try {
    const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
    const table = "SELECT name FROM sqlite_master WHERE name = '__migrations'"
    const known = (await db.execute(table)).rows.length ? (await db.execute('SELECT tag, hash FROM __migrations')).rows : []
    const applied = new Map(known.map((row) => [String(row.tag), String(row.hash)]))
    const done: string[] = []
    for (const { tag } of journal.entries) {
      const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const before = applied.get(tag)
      if (before === hash) continue
      if (before) throw new Error(`migrations/${tag}.sql was changed after it had been applied: write a new migration instead`)
      done.push(tag)
      if (options.dryRun) continue
      const statements = text.split('--> statement-breakpoint').map((sql) => sql.trim())
      await db.migrate([
        'CREATE TABLE IF NOT EXISTS __migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at INTEGER NOT NULL)',
        ...statements.filter(Boolean),
        { sql: 'INSERT INTO __migrations VALUES (?, ?, unixepoch())', args: [tag, hash] },
      ])
    }
    return done
  } finally {
    db.close()
  }
}
