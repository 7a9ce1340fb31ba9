import { origins } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { fetchJson, fetchStart } from '../shared/external-http.ts'
import type { CreatorsEnv } from './env.ts'
import { allowedUrl, isPublicAddress } from './link-guard.ts'

const MAX_REDIRECTS = 4
const MAX_DNS_BYTES = 64_000
const [A, AAAA] = [1, 28]

export interface OpenOptions {
  /** The Accept header. */
  accept: string
  /** Reading stops after this. */
  maxBytes: number
  /** When the request is given up, in UTC milliseconds. */
  until: number
}

/** What a link leads to, after its redirects. */
export interface OpenedLink {
  url: URL
  /** The Content-Type header; '' without one. */
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
  /** Whether there was more than `maxBytes`. */
  isCut: boolean
}

interface DnsAnswer {
  Status: number
  Answer?: { type: number; data: string }[]
}

/** The IP addresses of a host. Throws `outside_unavailable` without an answer, because an unknown address must not be requested. */
async function resolveHost(env: CreatorsEnv, host: string, until: number): Promise<string[]> {
  const answers = await Promise.all(
    ['A', 'AAAA'].map((type) =>
      fetchJson<DnsAnswer>(
        `${env.DNS_URL}?name=${encodeURIComponent(host)}&type=${type}`,
        { headers: { accept: 'application/dns-json' } },
        MAX_DNS_BYTES,
        Math.max(0, until - Date.now()),
      ),
    ),
  )
  return answers.flatMap(({ Answer = [] }) => Answer.filter(({ type }) => type === A || type === AAAA).map(({ data }) => data))
}

/** Where to send the request for a URL: to its host, or in the local world to the fake that serves all sites. */
const requestAddress = ({ ENV, LINKED_SITES }: CreatorsEnv, { href }: URL): string =>
  ENV === 'local' && LINKED_SITES ? `${LINKED_SITES}?url=${encodeURIComponent(href)}` : href

/**
 * Requests a link that a member gave. The link, and the address of each redirect, must be allowed, and each IP address of its host public;
 * the host is resolved again for each request. Throws `preview_unavailable` for everything that fails, so that the answer tells nothing
 * about what the server can reach.
 */
export async function openLink(env: CreatorsEnv, link: string, { accept, maxBytes, until }: OpenOptions): Promise<OpenedLink> {
  const ownHosts = origins(env).map((origin) => new URL(origin).hostname)
  const userAgent = `WarrenLinkPreview/1.0 (+${origins(env)[0]})`
  let url = allowedUrl(link, ownHosts)
  try {
    for (let redirects = 0; url && redirects <= MAX_REDIRECTS; redirects++) {
      const addresses = await resolveHost(env, url.hostname, until)
      if (!addresses.length || !addresses.every(isPublicAddress)) break
      const { status, headers, bytes, isCut } = await fetchStart(
        requestAddress(env, url),
        { accept, 'user-agent': userAgent },
        maxBytes,
        until - Date.now(),
      )
      const location = headers.get('location')
      if (status === 200) return { url, contentType: headers.get('content-type') ?? '', bytes, isCut }
      if (status < 300 || status > 399 || !location) break
      url = allowedUrl(location, ownHosts, url.href)
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  throw new ApiError('preview_unavailable')
}
