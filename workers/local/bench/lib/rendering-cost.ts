import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildRenderer } from '../../../../web/edge/renderer-build.ts'
import { ROOT } from '../../world/bundle.ts'
import type { World } from '../../world/world.ts'
import type { Result } from './result.ts'
import { median, round } from './served-database.ts'

/** Rounds, in turns; the median counts. Each renders so often. */
const ROUNDS = 9
const RENDERS = 100

type Edge = { fetch: (request: Request, env: object, context: { waitUntil: (work: Promise<unknown>) => void }) => Promise<Response> }

/** The CPU time of a function (ms). */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < RENDERS; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / RENDERS
}

/**
 * The CPU of answering `/` in the edge worker, without its cache, beside a bare `renderToString` of the same cards, which read queries with
 * React Query itself. Both run in this Node.js, because workerd does not tell its CPU time; the worker's file is the deployed one.
 */
export async function renderingCost({ url, built, deployment }: World): Promise<Result[]> {
  const { services } = (await (await fetch(`${url}/api/listings/query?type=SERVICES`)).json()) as { services: unknown[] }
  // The answers of the areas are read once and repeated.
  const answers = new Map<string, string>()
  const area = {
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      if (!answers.has(path)) answers.set(path, await (await fetch(url + path)).text())
      return new Response(answers.get(path), { headers: { 'content-type': 'application/json' } })
    },
  }
  const env = {
    ENV: 'local',
    APP_ORIGINS: url,
    CHAIN_ID: String(deployment.chainId),
    LOCAL_DEPLOYMENT: JSON.stringify(deployment),
    CONNECT_ORIGINS: url,
    LISTINGS: area,
    ORDERS: area,
  }
  const dir = mkdtempSync(join(tmpdir(), 'warren-bare-'))
  try {
    writeFileSync(join(dir, 'bare.mjs'), await buildRenderer('production', join(ROOT, 'web/bare-cards.tsx')))
    const { loadBareCards } = (await import(pathToFileURL(join(dir, 'bare.mjs')).href)) as {
      loadBareCards: () => Promise<(cards: unknown[]) => string>
    }
    const { default: edge } = (await import(pathToFileURL(join(built.dist, '_worker.js')).href)) as { default: Edge }
    const bare = await loadBareCards()
    const page = async () => (await edge.fetch(new Request(`${url}/`), env, { waitUntil: () => {} })).text()
    const html = await page()
    const bareHtml = bare(services)
    // React begins with links to the pictures of the first cards.
    const start = bareHtml.indexOf('<div')
    if (!html.includes(bareHtml.slice(start, start + 2000))) throw new Error('the page does not have the same cards')
    const costs: Record<'page' | 'bare', number[]> = { page: [], bare: [] }
    for (let i = 0; i < ROUNDS; i++) {
      costs.page.push(await cpuOf(page))
      costs.bare.push(await cpuOf(() => bare(services)))
    }
    const [whole, cardsOnly] = [median(costs.page), median(costs.bare)]
    return [
      {
        name: 'CPU of / in the edge worker, beside renderToString of its cards',
        value: round(whole / cardsOnly),
        unit: 'x',
        goal: 1.5,
        better: 'lower',
        note: `${round(whole)} ms and ${round(cardsOnly)} ms for ${services.length} cards`,
      },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
