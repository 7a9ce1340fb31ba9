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
import { indexNow } from './index-now.ts'
import { linkedSites } from './linked-sites.ts'
import { type Outbox, outboxPage, resend } from './outbox.ts'
import { plainWriter } from './plain-writer.ts'
import { type Prices, priceFeeds } from './price-feeds.ts'
import { pushService } from './push-service.ts'

/** Total traffic. */
export interface Traffic {
  requests: number
  /** Bytes of request bodies. */
  received: number
  /** Bytes of response bodies. */
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
 * Forwards a request unchanged, including its Host (which is signed), and counts the bytes. Each request gets its own connection: the
 * server closes a connection after it has refused an upload without reading it, and the next request on it would be lost.
 */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  traffic: Traffic,
  headers: Record<string, string> = {},
): void {
  traffic.requests += 1
  const { method, url, rawHeaders } = request
  const upstream = httpRequest(
    { host: '127.0.0.1', port, method, path: url, headers: rawHeaders, setHost: false, agent: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...headers })
      answer.on('data', (chunk: Buffer) => {
        traffic.sent += chunk.length
      })
      answer.pipe(response)
    },
  )
  upstream.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502, headers).end()))
  request.on('data', (chunk: Buffer) => {
    traffic.received += chunk.length
  })
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

/**
 * Serves files from their own origin, as R2 does: the bucket's S3 address behind the CORS rules that the deploy gives the real bucket (PUT,
 * GET and HEAD from the app's origins, readable ETag). Everything else returns 404.
 */
export function serveFiles(options: { port: number; behind: number; origins: string[]; traffic: Traffic }): Promise<Server> {
  return listen(options.port, (request, response) => {
    const { origin } = request.headers
    if (!request.url?.startsWith('/cdn-cgi/local/r2/s3/')) return void response.writeHead(404).end()
    const allowed = origin && options.origins.includes(origin)
    const cors: Record<string, string> = allowed
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag', vary: 'Origin' }
      : {}
    if (request.method !== 'OPTIONS') return forward(request, response, options.behind, options.traffic, cors)
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

/**
 * A proxy in front of the app that counts requests and the bytes of their bodies and responses. It forwards sockets without counting them.
 */
export async function serveCountingProxy(options: { port: number; behind: number; traffic: Traffic }): Promise<Server> {
  const server = await listen(options.port, (request, response) => forward(request, response, options.behind, options.traffic))
  server.on('upgrade', (request, socket, head) => {
    const upstream = connect(options.behind, '127.0.0.1', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let i = 0; i < request.rawHeaders.length; i += 2) lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`)
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  return server
}

/** All passwords of the fake breach list. */
const BREACHED = ['breached-in-the-local-world', 'Tr0ub4dor&3']

/** The popup of the local Base wallet. The SDK passes the opener's origin in the query. */
const BASE_WALLET_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Base wallet</title><body><script type="module" src="/base-wallet.js"></script></body></html>`

/**
 * Fakes of the external services that the product calls, each at its real path, on one port, and pages that show what they received. Also
 * serves the Base wallet's popup (keys.coinbase.com in production); its script is `baseWallet`, a file of the build.
 */
export function serveExternalServices(options: { port: number; prices: Prices; outbox: Outbox; baseWallet?: string }): Promise<Server> {
  const { prices, outbox, baseWallet } = options
  const send = resend(outbox)
  const feedAt = priceFeeds(prices)
  const pushAt = pushService()
  const indexNowAt = indexNow()
  const linkedSiteAt = linkedSites()
  const hashes = BREACHED.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
  return listen(options.port, (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const respond = (type: string, body: string) => void response.writeHead(200, { 'content-type': type }).end(body)
    if (request.method === 'POST' && path === '/emails') return void send(request, response)
    if (request.method === 'POST' && path === '/v1/chat/completions') return void plainWriter(request, response)
    const service = feedAt(path) ?? pushAt(path) ?? indexNowAt(path) ?? linkedSiteAt(path)
    if (service) return void service(request, response)
    if (request.method !== 'GET') return void response.writeHead(404).end()
    if (path === '/base-wallet') return respond('text/html; charset=utf-8', BASE_WALLET_PAGE)
    if (path === '/base-wallet.js' && baseWallet) return respond('text/javascript', readFileSync(baseWallet, 'utf8'))
    if (path === '/outbox') return respond('text/html; charset=utf-8', outboxPage(outbox))
    if (path === '/outbox.json') return respond('application/json', JSON.stringify(outbox.mails))
    const [, prefix] = /^\/range\/([0-9A-F]{5})$/.exec(path) ?? []
    if (prefix) {
      const known = hashes.filter((sum) => sum.startsWith(prefix)).map((sum) => `${sum.slice(5)}:42`)
      return respond('text/plain', [...known, `${'0'.repeat(35)}:0`].join('\r\n'))
    }
    response.writeHead(404).end()
  })
}
