import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import type Database from 'libsql'
import { asChild } from './child.ts'
import { type Counts, type HranaRequest, HranaStream, hranaError, openConnection, ProtocolError } from './hrana.ts'

/** An interactive transaction of a disconnected client is rolled back after this time, as at Turso (ms). */
const STREAM_IDLE_MS = 5000
const MAX_BODY_BYTES = 64 * 1024 * 1024

interface OpenStream {
  stream: HranaStream
  expiry?: NodeJS.Timeout
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new ProtocolError('the request is larger than 64 MiB', 'BODY_TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/**
 * A libSQL server: Hrana 2 and 3 over HTTP (JSON) on the native engine, so that `@libsql/client` works on a file as it does with Turso.
 * `GET /stats` returns what was executed (see {@link Counts}). Port 0 takes a free port; with `unref` the server does not keep its process
 * alive.
 */
export async function serveLibsql(options: { port: number; file: string; idleMs?: number; unref?: boolean }) {
  mkdirSync(dirname(options.file), { recursive: true })
  const counts: Counts = { requests: 0, statements: 0, control: 0, ms: 0 }
  const idle: Database.Database[] = [openConnection(options.file)]
  const open = new Map<string, OpenStream>()

  // A statement that failed because of a lock, and an EXPLAIN of a write, stay active in the engine until the garbage collector frees them.
  // Nothing can be committed before that, so such a connection is not used again.
  const release = ({ connection }: HranaStream) => {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    try {
      connection.exec('BEGIN; COMMIT')
      idle.push(connection)
    } catch {
      connection.exec('ROLLBACK')
      connection.close()
    }
  }

  async function pipeline(body: { baton?: string | null; requests: HranaRequest[] }) {
    const known = body.baton ? open.get(body.baton) : undefined
    if (body.baton && !known) throw new ProtocolError('The stream has expired due to inactivity', 'STREAM_EXPIRED')
    if (body.baton) open.delete(body.baton)
    clearTimeout(known?.expiry)
    const stream = known?.stream ?? new HranaStream(idle.pop() ?? openConnection(options.file), counts)
    const results: object[] = []
    try {
      for (const request of body.requests) {
        if (stream.closed) throw new ProtocolError('The stream is closed', 'STREAM_CLOSED')
        const started = performance.now()
        try {
          results.push({ type: 'ok', response: await stream.handle(request) })
        } catch (error) {
          results.push({ type: 'error', error: hranaError(error) })
        } finally {
          counts.ms += performance.now() - started
        }
      }
    } catch (error) {
      release(stream)
      throw error
    }
    if (stream.closed) {
      release(stream)
      return { baton: null, base_url: null, results }
    }
    const baton = randomBytes(24).toString('base64url')
    const expiry = setTimeout(() => {
      open.delete(baton)
      release(stream)
    }, options.idleMs ?? STREAM_IDLE_MS)
    open.set(baton, { stream, expiry })
    return { baton, base_url: null, results }
  }

  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    try {
      if (request.method === 'GET' && path === '/stats') return answer(response, 200, counts)
      if (request.method === 'GET' && (path === '/v2' || path === '/v3' || path === '/health')) return answer(response, 200, {})
      if (request.method !== 'POST' || (path !== '/v2/pipeline' && path !== '/v3/pipeline')) return answer(response, 404, {})
      // A page of another origin can post plain text to this port without a preflight, but not JSON.
      if (!request.headers['content-type']?.startsWith('application/json')) return answer(response, 415, {})
      counts.requests += 1
      answer(response, 200, await pipeline(JSON.parse(await readBody(request))))
    } catch (error) {
      answer(response, 400, error instanceof SyntaxError ? { message: 'not JSON', code: 'PROTOCOL_ERROR' } : hranaError(error))
    }
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, '127.0.0.1', resolve))
  if (options.unref) server.unref()

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { stream, expiry } of open.values()) {
        clearTimeout(expiry)
        release(stream)
      }
      for (const connection of idle) connection.close()
    },
  }
}

if (import.meta.main) {
  const [port, file] = process.argv.slice(2)
  if (!port || !file) throw new Error('usage: libsql.ts <port> <file>')
  await asChild(() => serveLibsql({ port: Number(port), file }))
}
