import type { AddressInfo } from 'node:net'
import { serveExternalServices } from './outside.ts'
import { localPrices } from './price-feeds.ts'

/** Serves the fakes of external services until this process ends. Returns their origin; `PATCH /prices` changes what they answer. */
export async function testFeeds(): Promise<string> {
  const server = await serveExternalServices({ port: 0, prices: localPrices(), outbox: { mails: [], down: false } })
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
