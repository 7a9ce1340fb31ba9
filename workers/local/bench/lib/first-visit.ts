import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from 'playwright-core'

const QUIET_MS = 5000

/** Thousands of bytes, with two decimals. */
export const kB = (bytes: number) => Math.round(bytes / 10) / 100
const brotli = (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

interface Loaded {
  /** Brotli bytes of all scripts and style sheets. */
  bytes: number
  scripts: string[]
}

/** Opens an address as a first-time visitor and waits until nothing has been loaded for five seconds. */
export async function load(page: Page, url: string): Promise<Loaded> {
  const bodies = new Map<string, Promise<Buffer>>()
  let last = performance.now()
  const touch = () => {
    last = performance.now()
  }
  page.on('request', touch)
  page.on('requestfailed', touch)
  page.on('response', (response) => {
    touch()
    const type = response.headers()['content-type'] ?? ''
    if (/javascript|text\/css/.test(type)) bodies.set(response.url(), response.body())
  })
  page.on('requestfinished', touch)
  const answer = await page.goto(url, { waitUntil: 'load' })
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`)
  while (performance.now() - last < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100))
  const sizes = await Promise.all([...bodies.values()].map(async (body) => brotli(await body)))
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    scripts: [...bodies.keys()].map((address) => new URL(address).pathname.slice(1)).filter((path) => path.endsWith('.js')),
  }
}
