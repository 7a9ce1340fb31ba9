import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { builtFiles } from './preload.ts'
import { buildRenderer } from './renderer-build.ts'
import { divideShell } from './shell.ts'

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

/** The worker's entry. The renderer is a part of the same file that runs when the first page is asked for. */
const ENTRY = `
  import { createEdge } from './index.ts'
  export default createEdge(() => import('renderer'))
`

/** Makes the code available as the module `renderer`. */
const rendererFrom = (code: string): Plugin => ({
  name: 'renderer',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^renderer$/ }, () => ({ path: 'renderer', namespace: 'renderer' }))
    onLoad({ filter: /.*/, namespace: 'renderer' }, () => ({ contents: code, loader: 'js' }))
  },
})

/**
 * Bundles the Pages worker and the service worker, and writes the API documentation into `dist`, the folder with the files that Vite has
 * built in this `mode`.
 */
export const buildEdge = async (dist: string, mode = 'production'): Promise<void> => {
  const read = (name: string) => readFileSync(`${dist}/${name}`, 'utf8')
  const readJson = (name: string) => JSON.parse(read(`.vite/${name}.json`))
  // Not a static import, because docs/build.ts loads every area. Files that import this one do not need the areas until a build runs.
  const { buildDocs } = await import('./docs/build.ts')
  await Promise.all([buildDocs(dist), buildServiceWorker(dist)])
  const renderer = await buildRenderer(mode)
  const shell = read('index.html')
  await build({
    stdin: { contents: ENTRY, resolveDir: here('.'), sourcefile: 'worker.ts', loader: 'ts' },
    outfile: `${dist}/_worker.js`,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    define: {
      BUILT: JSON.stringify(builtFiles(readJson('manifest'), readJson('places'))),
      SHELL: JSON.stringify(divideShell(shell)),
      BUILD: JSON.stringify(createHash('sha256').update(shell).update(renderer).digest('base64url').slice(0, 8)),
    },
    plugins: [rendererFrom(renderer)],
    logLevel: 'warning',
  })
}

if (import.meta.main) await buildEdge(process.env.WARREN_DIST ?? here('../../dist'))
