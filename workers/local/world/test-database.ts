import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client/http'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
const SERVER = fileURLToPath(new URL('libsql.ts', import.meta.url))

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Starts a new libSQL server with every migration applied, in a process that ends with this one. Returns its URL. */
export async function testDatabase(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'warren-test-'))
  folders.push(dir)
  const child = fork(SERVER, ['0', join(dir, 'test.db')])
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready))
    child.once('exit', (code) => reject(new Error(`the test database ended with ${code}`)))
  })
  child.unref()
  child.channel?.unref()
  const client = createClient({ url })
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  for (const file of files.sort()) await client.executeMultiple(readFileSync(new URL(file, MIGRATIONS), 'utf8'))
  client.close()
  return url
}
