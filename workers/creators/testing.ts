import { createExecutionContext, env } from 'cloudflare:test'
import { database } from '../shared/db.ts'
import { call, type TestUser } from '../shared/testing.ts'
import type { CreatorsEnv } from './env.ts'
import worker from './index.ts'
import type { LinkedPage, LinkedSites } from './linked-sites.testing.ts'

export const testEnv = env as unknown as CreatorsEnv
export const db = database(testEnv)

const SITES = new URL(testEnv.LINKED_SITES!).origin

/** A host name that no other test uses. */
export const newHost = () => `site${crypto.randomUUID().slice(0, 8)}.com`

/** Sets what the fake sites and their DNS answer. */
export async function setSites(sites: LinkedSites): Promise<void> {
  await fetch(`${SITES}/linked-sites`, { method: 'PUT', body: JSON.stringify(sites) })
}

/** Publishes a page at `/` of a new host. Returns its URL. */
export async function publish(page: string | LinkedPage, more: Record<string, LinkedPage> = {}): Promise<string> {
  const url = `https://${newHost()}/`
  const others = Object.entries(more).map(([path, other]) => [new URL(path, url).href, other] as const)
  await setSites({ pages: { [url]: typeof page === 'string' ? { body: page } : page, ...Object.fromEntries(others) } })
  return url
}

/** Every URL of which the fake of all sites has received a request, oldest first. It listens on loopback. */
export const requestedUrls = async () => (await (await fetch(`${SITES}/linked-requests.json`)).json()) as string[]

export const preview = (url: string, as?: TestUser, from = testEnv) =>
  call(worker, from, createExecutionContext(), 'GET', `/api/creators/getLinkPreview?url=${encodeURIComponent(url)}`, { ...(as && { as }) })
