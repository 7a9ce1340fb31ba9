import { readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { type BuildOptions, build, context, type Plugin } from 'esbuild'
import { parse } from 'smol-toml'
import { buildEdge } from '../../../web/edge/build.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** The workers that run in the app's process. The indexer has its own process, because wrangler fires no cron of secondary workers. */
export const AREAS = ['auth', 'listings', 'uploads', 'orders', 'chat', 'notifications', 'creators', 'nft', 'pictures'] as const
export const WORKERS = [...AREAS, 'indexer'] as const

/** The fields of a wrangler.toml that are read or changed here. */
export interface WorkerConfig {
  name: string
  main: string
  alias?: Record<string, string>
  vars?: Record<string, string>
  r2_buckets?: { binding: string; bucket_name: string; local_dev?: object }[]
  minify?: boolean
  upload_source_maps?: boolean
  [other: string]: unknown
}

export const readToml = (path: string) => parse(readFileSync(join(ROOT, path), 'utf8')) as unknown as WorkerConfig

/** With nodejs_compat, workerd provides Node's modules under their `node:` names. */
const fullNames: Plugin = {
  name: 'node-builtins',
  setup(esbuild) {
    const filter = new RegExp(`^(${builtinModules.filter((name) => !/[^\w/]/.test(name)).join('|')})$`)
    esbuild.onResolve({ filter }, ({ path }) => ({ path: `node:${path}`, external: true }))
  },
}

/** The esbuild options for a worker in workerd. */
export function optionsFor(worker: string, outDir: string): BuildOptions {
  const folder = join(ROOT, 'workers', worker)
  const { main, alias = {} } = readToml(`workers/${worker}/wrangler.toml`)
  return {
    entryPoints: [join(folder, main)],
    outfile: join(outDir, worker, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    // WebAssembly and fonts are modules of their own, which wrangler finds beside the script.
    loader: { '.wasm': 'copy', '.ttf': 'copy' },
    alias: Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, path.startsWith('.') ? join(folder, path) : path])),
    plugins: [fullNames],
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  }
}

/**
 * Bundles every worker once, so that the local workerd needs no bundler. Wrangler's bundler keeps one build context per worker alive, half
 * a gigabyte in all. Deployed workers are bundled by wrangler, and its dry run is part of the tests.
 */
const bundleWorkers = (outDir: string) => Promise.all(WORKERS.map((worker) => build(optionsFor(worker, outDir))))

/** Bundles every worker, and again whenever one of its sources changes; wrangler then reloads it. */
async function watchWorkers(outDir: string): Promise<void> {
  const contexts = await Promise.all(WORKERS.map((worker) => context(optionsFor(worker, outDir))))
  await Promise.all(contexts.map((each) => each.rebuild()))
  await Promise.all(contexts.map((each) => each.watch()))
}

/**
 * Bundles the scripts of the demo wallets and of the Base wallet's popup, for the local build only. They are static files under /local/.
 */
async function buildDemoWallets(dist: string): Promise<void> {
  await build({
    entryPoints: {
      wallets: join(import.meta.dirname, '../wallets/demo-wallet/index.ts'),
      'wallets-on-demand': join(import.meta.dirname, '../wallets/demo-wallet/on-demand.ts'),
      'base-wallet': join(import.meta.dirname, '../wallets/base-wallet/index.ts'),
    },
    outdir: join(dist, 'local'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
  const routes = join(dist, '_routes.json')
  const { exclude, ...rest } = JSON.parse(readFileSync(routes, 'utf8')) as { exclude: string[] }
  writeFileSync(routes, JSON.stringify({ ...rest, exclude: [...exclude, '/local/*'] }))
}

if (import.meta.main) {
  const [mode, dist, outDir] = process.argv.slice(2)
  if (!dist || !outDir) throw new Error('usage: bundle.ts local-world|production|watch <folder of the built web> <folder for the workers>')
  if (mode === 'watch') {
    await watchWorkers(outDir)
    process.on('disconnect', () => process.exit(0))
    process.send?.({ ready: outDir })
  } else {
    await Promise.all([buildEdge(dist, mode), bundleWorkers(outDir), mode === 'local-world' && buildDemoWallets(dist)])
  }
}
