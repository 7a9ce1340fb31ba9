import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import type { LinkedPage, LinkedSites } from '../../creators/linked-sites.testing.ts'

/** A public address, of every host that is not set. */
const PUBLIC_ADDRESS = '93.184.215.14'
const MAX_KEPT = 1000
/** What follows the body of an endless answer. */
const FILLER = ' '.repeat(65_536)
const TYPES = { A: 1, AAAA: 28 }

/**
 * The fake of all other sites, and of their DNS. `PUT /linked-sites` sets pages and hosts, `/dns-query` answers like DNS over HTTPS,
 * `/linked?url=` is where requests for all sites go, and `/linked-requests.json` lists the URLs that were requested. Returns the handler
 * of a path; undefined for the paths of other services.
 */
export function linkedSites(): (path: string) => RequestListener | undefined {
  const pages = new Map<string, LinkedPage>()
  const hosts = new Map<string, string[][]>()
  const requested: string[] = []

  const resolve: RequestListener = (request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams
    const [name, type] = [query.get('name') ?? '', query.get('type') as keyof typeof TYPES]
    const lists = hosts.get(name) ?? [[PUBLIC_ADDRESS]]
    const addresses = lists.length > 1 && type === 'AAAA' ? lists.shift()! : lists[0]!
    const data = addresses.filter((address) => address.includes(':') === (type === 'AAAA'))
    const answer = { Status: 0, Answer: data.map((each) => ({ name, type: TYPES[type], TTL: 0, data: each })) }
    response.writeHead(200, { 'content-type': 'application/dns-json' }).end(JSON.stringify(answer))
  }

  const serve: RequestListener = (request, response) => {
    const url = new URL(request.url!, 'http://x').searchParams.get('url') ?? ''
    requested.push(url)
    requested.splice(0, Math.max(0, requested.length - MAX_KEPT))
    const { status = 200, headers = {}, body = '', isBinary, isEndless, isStalled, delay = 0 } = pages.get(url) ?? { status: 404 }
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      if (isStalled) return void response.write(body)
      if (!isEndless) return void response.end(Buffer.from(body, isBinary ? 'base64' : 'utf8'))
      const writeMore = () => void (response.destroyed || response.write(FILLER, () => setImmediate(writeMore)))
      response.write(body, writeMore)
    }, delay)
  }

  const set: RequestListener = async (request, response) => {
    const sites = (await json(request)) as LinkedSites
    for (const [url, page] of Object.entries(sites.pages ?? {})) pages.set(url, page)
    for (const [name, lists] of Object.entries(sites.hosts ?? {})) hosts.set(name, lists)
    response.writeHead(204).end()
  }

  const list: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(requested))

  const handlers: Record<string, RequestListener> = {
    '/dns-query': resolve,
    '/linked': serve,
    '/linked-sites': set,
    '/linked-requests.json': list,
  }
  return (path) => (Object.hasOwn(handlers, path) ? handlers[path] : undefined)
}
