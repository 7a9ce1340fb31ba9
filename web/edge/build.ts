import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { builtFiles } from './preload.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the service worker of the browsers. */
const buildServiceWorker = (dist: string) =>
  build({
    entryPoints: [here('../service-worker/worker.ts')],
    outfile: `${dist}/service-worker.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })

/** Bundles the Pages worker and the service worker, and writes the API documentation into `dist`, the folder with the files that Vite has built. */
export const buildEdge = async (dist: string): Promise<void> => {
  const read = (name: string) => JSON.parse(readFileSync(`${dist}/.vite/${name}.json`, 'utf8'))
  // Not a static import, because docs/build.ts loads every area. Files that import this one do not need the areas until a build runs.
  const { buildDocs } = await import('./docs/build.ts')
  await Promise.all([buildDocs(dist), buildServiceWorker(dist)])
  await build({
    entryPoints: [here('index.ts')],
    outfile: `${dist}/_worker.js`,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    define: { BUILT: JSON.stringify(builtFiles(read('manifest'), read('places'))) },
    logLevel: 'warning',
  })
}

if (import.meta.main) await buildEdge(process.env.WARREN_DIST ?? here('../../dist'))
