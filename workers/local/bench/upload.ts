import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import type { ProductMedia, SignedPart } from '../../uploads/media.schema.ts'
import { startWorld, type World } from '../world/world.ts'
import type { Bench, Result } from './lib/result.ts'

const FILE_BYTES = 100_000_000
const PROBE_BYTES = 1_000_000
const TOKEN = 'b'.repeat(43)

/** A file that starts like a video; it is never played. */
function video(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(FILE_BYTES)
  file.set(new TextEncoder().encode('\0\0\0\x18ftypisom\0\0\x02\0isomavc1'))
  return file
}

async function signIn(databaseUrl: string): Promise<void> {
  const client = createClient({ url: databaseUrl })
  const hash = createHash('sha256').update(TOKEN).digest('hex')
  const now = Math.floor(Date.now() / 1000)
  await client.batch([
    { sql: 'INSERT INTO users (id, created_at, terms_accepted_at) VALUES (999999, ?, ?)', args: [now, now] },
    {
      sql: 'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, user_agent) VALUES (?, 999999, ?, ?, ?)',
      args: [hash, now, now + 3600, 'bench'],
    },
  ])
  client.close()
}

/** The workerd processes that descend from this process: every worker of the world, and the bucket. */
function workerds(): number[] {
  const parents = new Map<number, number>()
  const names = new Map<number, string>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    try {
      const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
      parents.set(pid, Number(parent))
      names.set(pid, name!)
    } catch {
      // The process has ended.
    }
  }
  const isOurs = (pid: number | undefined): boolean => pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)))
  return [...names].filter(([pid, name]) => name.startsWith('workerd') && isOurs(pid)).map(([pid]) => pid)
}

/** The total bytes that these processes have read from disk, as the kernel counts them. Sockets are not included. */
const bytesRead = (pids: number[]) =>
  pids.reduce((sum, pid) => sum + Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1]), 0)

/**
 * Uploads a 100 MB video through the whole world and counts what reaches the workers. A proxy in front of the app counts the request
 * bodies. The kernel counts the bytes that are read back for verification, because the local bucket stores its objects as files that
 * workerd reads. This second figure is an upper bound: it includes everything else read from disk meanwhile. Afterwards the bench reads a
 * range of known length to prove that the kernel counts such reads. Needs Linux.
 */
export const run: Bench = async (log) => {
  if (process.platform !== 'linux') throw new Error('the upload bench counts reads in /proc and needs Linux')
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-upload-'))
  const world = await startWorld({ port: 8980, dir, seed: false, cron: false, counted: true, log })
  try {
    return await measure(world)
  } finally {
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(world: World): Promise<Result[]> {
  await signIn(world.databaseUrl)
  const headers = { origin: world.url, 'content-type': 'application/json', cookie: `__Host-session=${TOKEN}` }
  const call = async <T>(name: string, body: object): Promise<T> => {
    const answer = await fetch(`${world.url}/api/uploads/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }
  const workers = workerds()
  const received = world.traffic.app.received
  const request = { name: 'workshop.mp4', type: 'video/mp4', size: FILE_BYTES }
  const { id, url: served, parts } = await call<ProductMedia & { parts: { bytes: number; count: number } }>('addProductFile', request)
  const file = video()
  const etags: string[] = []
  for (let part = 1; part <= parts.count; part++) {
    const { parts: signed } = await call<{ parts: SignedPart[] }>('signParts', { id, parts: [part] })
    const { url, method, headers: signedHeaders } = signed[0]!
    const put = await fetch(url, { method, headers: signedHeaders, body: file.subarray((part - 1) * parts.bytes, part * parts.bytes) })
    if (!put.ok) throw new Error(`the signed PUT of part ${part} answered ${put.status}: ${await put.text()}`)
    etags.push(put.headers.get('etag') ?? '')
  }

  const before = bytesRead(workers)
  await call('finishUpload', { id, parts: etags })
  const checked = bytesRead(workers) - before

  const bodies = world.traffic.app.received - received
  if (world.traffic.files.received < FILE_BYTES) throw new Error('the file did not go to the bucket')
  const part = await fetch(`${world.url}${served}`, { headers: { range: `bytes=0-${PROBE_BYTES - 1}` } })
  if ((await part.arrayBuffer()).byteLength !== PROBE_BYTES) throw new Error(`the video was answered with ${part.status}`)
  const probed = bytesRead(workers) - before - checked
  if (probed < PROBE_BYTES) throw new Error(`a part of ${PROBE_BYTES} bytes was read, but only ${probed} were counted`)
  return [
    { name: 'request bodies received by all workers for a 100 MB file', value: bodies, unit: 'bytes', goal: 4096, better: 'lower' },
    { name: 'bytes of a 100 MB file read back for checking', value: checked, unit: 'bytes', goal: 65_536, better: 'lower' },
  ]
}
