import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { ensureChromium } from '../cli/chromium.ts'
import { dryRun } from '../deploy/production.ts'
import { ROOT, WORKERS } from '../world/bundle.ts'
import { startWorld } from '../world/world.ts'
import { CHROMIUM_FLAGS } from './lib/chromium-flags.ts'
import { kB, load } from './lib/first-visit.ts'
import type { Bench, Result } from './lib/result.ts'

/** Packages that a visitor needs only when a wallet is used. */
const WALLET = /node_modules\/(viem|ox|wagmi|@wagmi|@walletconnect|@reown|@base-org)\//

/**
 * Maps the file name of every chunk of a production build to its modules. File names contain hashes, so they are the same in the world's
 * build.
 */
async function modulesOfChunks(): Promise<Map<string, string[]>> {
  const modules = new Map<string, string[]>()
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'error',
    build: { write: false },
    plugins: [
      {
        name: 'modules-of-chunks',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') modules.set(chunk.fileName, chunk.moduleIds)
        },
      },
    ],
  })
  return modules
}

/**
 * Measures a first visit: bytes of code on the two most visited pages, wallet code loaded before it is needed, and sizes of the workers.
 */
export const run: Bench = async (log) => {
  const executablePath = ensureChromium(log)
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-'))
  const world = await startWorld({ port: 8980, dir, mode: 'production', log })
  try {
    const chunks = await modulesOfChunks()
    const { services } = (await (await fetch(`${world.url}/api/listings/query?type=SERVICES`)).json()) as { services: { id: number }[] }
    const service = services[0]
    if (!service) throw new Error('the seed data has no service to open')
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
    const measure = async (path: string) => {
      const context = await browser.newContext()
      const loaded = await load(await context.newPage(), world.url + path)
      await context.close()
      const unknown = loaded.scripts.find((script) => !chunks.has(script))
      if (unknown) throw new Error(`${unknown} is not a chunk of this build`)
      return loaded
    }
    const home = await measure('/')
    const page = await measure(`/services/${service.id}`)
    await browser.close()
    const early = new Set([...home.scripts, ...page.scripts].filter((script) => chunks.get(script)?.some((id) => WALLET.test(id))))
    const lower = (name: string, value: number, unit: string, goal: number): Result => ({ name, value, unit, goal, better: 'lower' })
    const results = [
      lower('JS and CSS of /, brotli', kB(home.bytes), 'kB', 90),
      lower('JS and CSS of /services/{id}, brotli', kB(page.bytes), 'kB', 108),
      lower('chunks with wallet libraries before a click', early.size, 'chunks', 0),
    ]
    for (const worker of WORKERS)
      results.push(lower(`${worker} worker, gzip`, kB(await dryRun(worker)), 'kB', worker === 'auth' ? 100 : 250))
    return results
  } finally {
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
