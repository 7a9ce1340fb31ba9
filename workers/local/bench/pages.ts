import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../cli/chromium.ts'
import { startWorld } from '../world/world.ts'
import { CHROMIUM_FLAGS } from './lib/chromium-flags.ts'
import { serveCompressed } from './lib/compressing-proxy.ts'
import { renderingCost } from './lib/rendering-cost.ts'
import type { Bench, Result } from './lib/result.ts'
import { median, round } from './lib/served-database.ts'

/** Runs per address; the median of each figure counts. */
const RUNS = 5
const DEBUGGING_PORT = 8969
const CATEGORIES = { performance: 'performance', accessibility: 'accessibility', 'best-practices': 'best practices', seo: 'SEO' } as const
/** The figures of an address, with the worst value that is still good (ms). */
const TIMES = {
  'first-contentful-paint': ['first contentful paint', 1500],
  'largest-contentful-paint': ['largest contentful paint', 2500],
  'total-blocking-time': ['total blocking time', 200],
} as const
/** Bytes of the scripts and styles of a first visit to `/` (kB). */
const MAX_CODE = 90

type Report = RunnerResult['lhr']

/** Lighthouse's own mobile settings: a phone on simulated slow 4G, with a processor four times as slow as this machine's. */
async function measure(address: string): Promise<Report> {
  const result = await lighthouse(address, { port: DEBUGGING_PORT, logLevel: 'error', onlyCategories: Object.keys(CATEGORIES) })
  if (!result) throw new Error(`Lighthouse did not measure ${address}`)
  const { runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`)
  return result.lhr
}

function resultsOf(path: string, reports: Report[]): Result[] {
  // Search engines must not index the pages of results, which costs points.
  const isIndexed = !path.startsWith('/search/')
  const scores = Object.entries(CATEGORIES).map(([id, name]): Result => {
    const value = Math.round(median(reports.map(({ categories }) => categories[id]!.score ?? 0)) * 100)
    const failed = reports[0]!.categories[id]!.auditRefs.flatMap(({ id, weight }) => {
      const audit = reports[0]!.audits[id]!
      return weight > 0 && audit.score !== null && audit.score < 0.9 ? [id] : []
    })
    const goal = id === 'seo' && !isIndexed ? {} : { goal: 95 }
    return { name: `${path}: ${name}`, value, unit: 'of 100', better: 'higher', ...goal, ...(value < 95 && { note: failed.join(', ') }) }
  })
  const times = Object.entries(TIMES).map(([id, [name, goal]]): Result => {
    const value = Math.round(median(reports.map(({ audits }) => audits[id]!.numericValue ?? Number.POSITIVE_INFINITY)))
    return { name: `${path}: ${name}`, value, unit: 'ms', goal, better: 'lower' }
  })
  return [...scores, ...times]
}

/** The code that a page loads (kB, compressed). */
function codeOf({ audits }: Report): number {
  const details = audits['network-requests']!.details as unknown as { items: { resourceType?: string; transferSize: number }[] }
  const code = details.items.filter(({ resourceType }) => resourceType === 'Script' || resourceType === 'Stylesheet')
  return round(code.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000)
}

/** The public pages: one of each kind. */
async function addresses(world: string): Promise<string[]> {
  const first = async (type: string) => {
    const answer = await fetch(`${world}/api/listings/query?type=${type}`)
    const { services } = (await answer.json()) as { services: { id: number; poster: { userId: number } }[] }
    if (!services[0]) throw new Error(`the seed data has no ${type.toLowerCase()}`)
    return services[0]
  }
  const [service, job, event] = await Promise.all([first('SERVICES'), first('JOBS'), first('EVENTS')])
  const listings = [`/services/${service.id}`, `/jobs/${job.id}`, `/events/${event.id}`]
  return ['/', '/welcome', '/search/logo', ...listings, `/profile/${service.poster.userId}`, '/faq/']
}

/** Measures the public pages with Lighthouse, and what the edge's HTML costs. */
export const run: Bench = async (log) => {
  const executablePath = ensureChromium(log)
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-'))
  const world = await startWorld({ port: 8980, dir, mode: 'production', log })
  const { server, origin } = await serveCompressed(world.url)
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_FLAGS, '--ignore-certificate-errors', `--remote-debugging-port=${DEBUGGING_PORT}`],
  })
  try {
    const results: Result[] = []
    for (const path of await addresses(world.url)) {
      if (!(await fetch(world.url + path)).ok) {
        results.push({ name: path, value: null, unit: '', better: 'higher', note: 'there is no such page' })
        continue
      }
      const reports: Report[] = []
      for (let i = 0; i < RUNS; i++) reports.push(await measure(origin + path))
      const measured = resultsOf(path, reports)
      results.push(...measured)
      for (const { name, value, unit } of measured) log(`${name}: ${value} ${unit}`)
      if (path === '/')
        results.push({ name: 'JS and CSS of /, brotli', value: codeOf(reports[0]!), unit: 'kB', goal: MAX_CODE, better: 'lower' })
    }
    return [...results, ...(await renderingCost(world))]
  } finally {
    await browser.close()
    server.close()
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
