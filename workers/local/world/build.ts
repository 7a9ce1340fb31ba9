import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './bundle.ts'
import type { Children } from './children.ts'

const CACHE = join(ROOT, 'node_modules/.cache/warren')
const INPUTS = [
  'web',
  'workers',
  'contracts/abi',
  'contracts/addresses.ts',
  'wrangler.toml',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
]
/** Number of builds kept, for switching between branches. */
const KEPT_BUILDS = 3

function* filesUnder(path: string): Generator<string> {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) {
    if (name !== 'e2e' && name !== 'bench' && !/\.test\.tsx?$|\.tsbuildinfo$/.test(name)) yield* filesUnder(join(path, name))
  }
}

/** A hash of all inputs of a build. */
function hashOfInputs(mode: Mode): string {
  const hash = createHash('sha256').update(mode)
  for (const path of INPUTS.flatMap((input) => [...filesUnder(join(ROOT, input))]))
    hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** The web build for the local world, demo wallets included, or for deployment. */
export type Mode = 'local-world' | 'production'

/** The folders of a finished build. */
export interface Built {
  dist: string
  workers: string
}

/**
 * Builds the web and bundles the workers unless a build of the same inputs exists. Worlds with different folders and ports share builds.
 * Returns the folders.
 */
export async function buildLocal(children: Children, mode: Mode): Promise<Built> {
  const folder = join(CACHE, hashOfInputs(mode))
  const answer = (base: string): Built => ({ dist: join(base, 'dist'), workers: join(base, 'workers') })
  if (!existsSync(folder)) {
    const scratch = join(CACHE, `unfinished-${randomUUID()}`)
    const { dist, workers } = answer(scratch)
    mkdirSync(scratch, { recursive: true })
    await children.run('build', ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn'], {
      WARREN_DIST: dist,
    })
    await children.run('bundle', [join(import.meta.dirname, 'bundle.ts'), mode, dist, workers])
    // Another world may have finished the same build in the meantime.
    if (existsSync(folder)) rmSync(scratch, { recursive: true })
    else renameSync(scratch, folder)
  }
  const use = () => utimesSync(folder, new Date(), new Date())
  use()
  // Marks the build as used while the world runs, because the world serves files from it.
  setInterval(use, 600_000).unref()
  deleteOldBuilds(CACHE)
  return answer(folder)
}

/** Deletes the builds in a folder that no world has used for an hour, except the most recent ones. */
export function deleteOldBuilds(cache: string): void {
  const folders = readdirSync(cache).map((name) => ({ path: join(cache, name), used: statSync(join(cache, name)).mtimeMs }))
  const old = folders.sort((a, b) => b.used - a.used).slice(KEPT_BUILDS)
  const anHourAgo = Date.now() - 3_600_000
  for (const { path, used } of old) if (used < anHourAgo) rmSync(path, { recursive: true, force: true })
}
