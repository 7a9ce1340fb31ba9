import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CHAIN_ID } from '../../../contracts/script/anvil.ts'
import { asChild } from '../world/child.ts'
import { DurableChain, type RpcCall } from './durable-chain.ts'

const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Serves the local chain: JSON-RPC for this machine, from a {@link DurableChain} in `dir`. */
export async function serveChain(options: { port: number; dir: string }) {
  const chain = await DurableChain.start(options.dir)
  const server = createServer(async (request, response) => {
    if (!allowOrigin(request, response)) return
    if (request.method === 'GET') return void response.end(JSON.stringify({ chainId: CHAIN_ID }))
    if (request.method !== 'POST') return void response.writeHead(405).end()
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const body = JSON.parse(Buffer.concat(chunks).toString()) as RpcCall | RpcCall[]
      const answers = Array.isArray(body) ? await Promise.all(body.map((each) => chain.respond(each))) : await chain.respond(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers))
    } catch {
      response.writeHead(400).end()
    }
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, '127.0.0.1', resolve))
  let closing = false
  chain.node.once('exit', (code, signal) => {
    if (closing) return
    process.stderr.write(`anvil ended with ${signal ?? code}\n`)
    process.exitCode = 1
    server.close(() => process.exit(1))
    server.closeAllConnections()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      closing = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await chain.close()
    },
  }
}

/**
 * Allows pages of this machine (the demo wallet calls it) and refuses all others. CORS alone would not be enough: a simple POST is executed
 * without a preflight.
 */
function allowOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers
  if (origin && !LOCAL_ORIGIN.test(origin)) {
    response.writeHead(403).end()
    return false
  }
  if (origin) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
  if (request.method !== 'OPTIONS') return true
  // The Base Account SDK adds its own headers.
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-type')
  response.setHeader('access-control-allow-methods', 'POST')
  response.setHeader('access-control-allow-private-network', 'true')
  response.writeHead(204).end()
  return false
}

if (import.meta.main) {
  const [port, dir] = process.argv.slice(2)
  if (!port || !dir) throw new Error('usage: chain.ts <port> <folder>')
  await asChild(() => serveChain({ port: Number(port), dir }))
}
