import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'

/** A call of IndexNow that was accepted. */
interface Announcement {
  host: string
  key: string
  keyLocation: string
  urlList: string[]
}

const MAX_KEPT = 1000
const MAX_URLS = 10_000

/** Why a call is refused, as the status that the service answers; 200 if it is accepted. */
function statusOf({ host, key, keyLocation, urlList }: Partial<Announcement>): number {
  if (!host || !key || !Array.isArray(urlList) || urlList.length === 0 || urlList.length > MAX_URLS) return 400
  if (!/^[A-Za-z0-9-]{8,128}$/.test(key)) return 403
  const isOurs = (address: string | undefined) => URL.canParse(address ?? '') && new URL(address!).host === host
  return [keyLocation, ...urlList].every(isOurs) ? 200 : 422
}

/**
 * The fake of IndexNow: `POST /indexnow` as the protocol describes it, and `/indexnow.json` with the addresses that were announced, newest
 * last. Returns the handler of a path; undefined for the paths of other services.
 */
export function indexNow(): (path: string) => RequestListener | undefined {
  const announced: string[] = []
  return (path) => {
    if (path === '/indexnow.json')
      return (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(announced))
    if (path !== '/indexnow') return
    return async (request, response) => {
      const body = await json(request).catch(() => ({}))
      const status = request.method === 'POST' ? statusOf(body as Partial<Announcement>) : 405
      if (status === 200) announced.push(...(body as Announcement).urlList)
      announced.splice(0, Math.max(0, announced.length - MAX_KEPT))
      response.writeHead(status).end()
    }
  }
}
