import { request } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { generate } from 'selfsigned'

const compress = promisify(brotliCompress)
const TEXTS = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/

/**
 * Serves a world as Cloudflare does to browsers: over HTTP/2, texts compressed with brotli, and files of the build from memory. The local
 * world sends all of them over HTTP/1.1 as they are. Returns the server and its origin, whose certificate only a browser that ignores
 * faults of certificates accepts.
 */
export async function serveCompressed(world: string): Promise<{ server: Http2SecureServer; origin: string }> {
  const { hostname, port } = new URL(world)
  const files = new Map<string, { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }>()
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const server = createSecureServer({ key, cert }, (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const isFile = /^\/(assets|art)\//.test(path)
    const known = files.get(path)
    if (known) return void outgoing.writeHead(known.status, known.headers).end(known.body)
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => name !== 'accept-encoding' && !name.startsWith(':')),
    )
    const onward = request(
      { hostname, port, path, method: incoming.method, headers: { ...headers, host: `${hostname}:${port}` } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', async () => {
          let body: Buffer = Buffer.concat(chunks)
          const { 'transfer-encoding': _, 'content-length': __, connection: ___, 'keep-alive': ____, ...sent } = answer.headers
          const isText = TEXTS.test(answer.headers['content-type'] ?? '')
          // The qualities that Cloudflare's build of files and its edge have.
          if (isText) body = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: isFile ? 11 : 4 } })
          const all = { ...sent, ...(isText && { 'content-encoding': 'br' }), 'content-length': String(body.length) }
          const status = answer.statusCode ?? 502
          if (isFile && status === 200) files.set(path, { status, headers: all, body })
          outgoing.writeHead(status, all).end(body)
        })
      },
    )
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { server, origin: `https://localhost:${(server.address() as AddressInfo).port}` }
}
