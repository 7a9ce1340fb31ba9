import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'

/** The folder of the programs of the newest PostgreSQL of Debian; null if it is not installed. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

/** Faster than durable: what is measured are searches. */
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'shared_buffers=1GB',
  'maintenance_work_mem=1GB',
  'work_mem=64MB',
  'random_page_cost=1.1',
  'jit=off',
]

export interface Cluster {
  /** The folder of the socket. */
  host: string
  query: (sql: string) => Promise<string>
  stop: () => Promise<void>
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres` that Debian's package creates. */
const asUser = (command: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]] : [command, args]

/** Runs SQL with psql. `input` is what a COPY reads. Returns the rows as text. */
export async function runSql(bin: string, host: string, sql: string, input: Iterable<string> = []): Promise<string> {
  const psql = spawn(join(bin, 'psql'), ['-h', host, '-U', 'postgres', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', sql])
  const [chunks, errors] = [[] as Buffer[], [] as Buffer[]]
  psql.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  psql.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const ended = once(psql, 'close')
  await pipeline(Readable.from(input), psql.stdin).catch(() => undefined)
  const [code] = (await ended) as [number]
  if (code) throw new Error(`psql: ${Buffer.concat(errors)}`)
  return Buffer.concat(chunks).toString().trim()
}

/** Starts a new cluster in a temporary folder, with a socket in it and no port. */
export async function startCluster(bin: string): Promise<Cluster> {
  const host = mkdtempSync(join(tmpdir(), 'warren-pg-'))
  if (process.getuid?.() === 0) {
    const { stdout } = await run('id', ['-u', 'postgres'])
    chownSync(host, Number(stdout), -1)
    // The folder above belongs to root alone.
    chmodSync(tmpdir(), 0o711)
  }
  const data = join(host, 'data')
  await run(...asUser(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']), {
    cwd: '/',
  })
  const options = SETTINGS.flatMap((setting) => ['-c', setting])
  const server: ChildProcess = spawn(...asUser(join(bin, 'postgres'), ['-D', data, '-k', host, ...options]), { cwd: '/', stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const query = (sql: string) => runSql(bin, host, sql)
  for (let tries = 0; ; tries++) {
    const isReady = await query('select 1').then(
      () => true,
      () => false,
    )
    if (isReady) break
    if (tries > 100 || server.exitCode !== null) throw new Error('PostgreSQL does not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await query('create extension pg_trgm')
  return {
    host,
    query,
    stop: async () => {
      server.kill('SIGINT')
      await ended
      rmSync(host, { recursive: true, force: true })
    },
  }
}
