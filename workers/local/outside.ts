import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { type Outbox, outboxPage, resend } from './outbox.ts'
import { plainWriter } from './plain-writer.ts'

/** Bytes that went through, in all. */
export interface Traffic {
  requests: number
  /** Of request bodies. */
  received: number
  /** Of answers' bodies. */
  sent: number
}

const listen = async (port: number, handler: RequestListener): Promise<Server> => {
  const server = createServer(handler)
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return server
}

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Passes a request on as it is, its Host included (it is signed), and counts what goes through. Each gets a connection of its own: the
 * other side closes one whose upload it refused unread, and the next request sent over it would be lost.
 */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  traffic: Traffic,
  headers: Record<string, string> = {},
): void {
  traffic.requests += 1
  const { method, url, rawHeaders } = request
  const onward = httpRequest(
    { host: '127.0.0.1', port, method, path: url, headers: rawHeaders, setHost: false, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...headers })
      answer.on('data', (chunk: Buffer) => {
        traffic.sent += chunk.length
      })
      answer.pipe(response)
    },
  )
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502, headers).end()))
  request.on('data', (chunk: Buffer) => {
    traffic.received += chunk.length
  })
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

/**
 * Files on an origin of their own, as R2's is: the bucket's S3 address inside the world, behind the CORS rules that the
 * deploy gives the real bucket (PUT, GET and HEAD from the app's origins, ETag readable). Everything else is 404.
 */
export function serveFiles(options: { port: number; behind: number; origins: string[]; traffic: Traffic }): Promise<Server> {
  return listen(options.port, (request, response) => {
    const { origin } = request.headers
    if (!request.url?.startsWith('/cdn-cgi/local/r2/s3/')) return void response.writeHead(404).end()
    const allowed = origin && options.origins.includes(origin)
    const cors: Record<string, string> = allowed
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag', vary: 'Origin' }
      : {}
    if (request.method !== 'OPTIONS') return pass(request, response, options.behind, options.traffic, cors)
    if (!allowed) return void response.writeHead(403).end()
    const asked = request.headers['access-control-request-headers'] ?? ''
    response.writeHead(204, {
      ...cors,
      'access-control-allow-methods': 'GET, HEAD, PUT',
      'access-control-allow-headers': asked,
      'access-control-max-age': '3600',
    })
    response.end()
  })
}

/** Stands before the app and counts the bodies its workers receive; sockets go through untouched. */
export async function serveCounted(options: { port: number; behind: number; traffic: Traffic }): Promise<Server> {
  const server = await listen(options.port, (request, response) => pass(request, response, options.behind, options.traffic))
  server.on('upgrade', (request, socket, head) => {
    const onward = connect(options.behind, '127.0.0.1', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let i = 0; i < request.rawHeaders.length; i += 2) lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`)
      onward.write(`${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return server
}

/** What the fake price feed answers; a test may change it, or take the feed away with `down`. */
export interface Prices {
  ethUsd: string
  usdJpy: string
  down: boolean
}

/** Passwords that the fake list of breaches knows; everything else was never seen. */
const BREACHED = ['breached-in-the-local-world', 'Tr0ub4dor&3']

/** The popup of the local Base wallet; the SDK says in the query who opens it. */
const BASE_WALLET_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Base wallet</title><body><script type="module" src="/base-wallet.js"></script></body></html>`

/**
 * The outside services the product calls, each at the path its real one has, on one port, and what they took to look at; and the
 * Base wallet people would meet at keys.coinbase.com, whose script is `baseWallet`, a file of the build.
 */
export function serveOutside(options: { port: number; prices: Prices; outbox: Outbox; baseWallet?: string }): Promise<Server> {
  const { prices, outbox, baseWallet } = options
  const send = resend(outbox)
  const feed: Record<string, () => object> = {
    '/v2/prices/ETH-USD/spot': () => ({ data: { amount: prices.ethUsd, base: 'ETH', currency: 'USD' } }),
    '/v2/exchange-rates': () => ({
      data: { currency: 'USD', rates: { JPY: prices.usdJpy, ETH: String(1 / Number(prices.ethUsd)), USD: '1.0' } },
    }),
  }
  const sums = BREACHED.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
  return listen(options.port, (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const say = (type: string, body: string) => void response.writeHead(200, { 'content-type': type }).end(body)
    if (request.method === 'POST' && path === '/emails') return void send(request, response)
    if (request.method === 'POST' && path === '/v1/chat/completions') return void plainWriter(request, response)
    if (request.method !== 'GET') return void response.writeHead(404).end()
    if (path === '/base-wallet') return say('text/html; charset=utf-8', BASE_WALLET_PAGE)
    if (path === '/base-wallet.js' && baseWallet) return say('text/javascript', readFileSync(baseWallet, 'utf8'))
    if (path === '/outbox') return say('text/html; charset=utf-8', outboxPage(outbox))
    if (path === '/outbox.json') return say('application/json', JSON.stringify(outbox.mails))
    const [, prefix] = /^\/range\/([0-9A-F]{5})$/.exec(path) ?? []
    if (prefix) {
      const known = sums.filter((sum) => sum.startsWith(prefix)).map((sum) => `${sum.slice(5)}:42`)
      return say('text/plain', [...known, `${'0'.repeat(35)}:0`].join('\r\n'))
    }
    if (!feed[path]) return void response.writeHead(404).end()
    if (prices.down) return void response.writeHead(503).end()
    say('application/json', JSON.stringify(feed[path]()))
  })
}
