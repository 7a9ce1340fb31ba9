import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const bundles = new Map<string, Promise<string>>()

/** An area's code, bundled as wrangler would, once per process. */
function bundleOf(area: string): Promise<string> {
  if (!bundles.has(area)) bundles.set(area, bundle(area))
  return bundles.get(area)!
}

async function bundle(area: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry(area)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    logLevel: 'warning',
  })
  return outputFiles[0]!.text
}

const entry = (area: string) => fileURLToPath(new URL(`../../${area}/index.ts`, import.meta.url))

/**
 * An area's real worker, to run beside the one under test and answer its service binding. `objects` are its Durable Objects by binding,
 * `buckets` its R2 buckets, `images` the name of its images binding, `services` its own service bindings: name -> [worker, entrypoint].
 */
export async function testWorker(
  area: string,
  bindings: Record<string, string>,
  {
    objects = {},
    buckets = {},
    images,
    services = {},
  }: {
    objects?: Record<string, string>
    buckets?: Record<string, string>
    images?: string
    services?: Record<string, readonly [worker: string, entrypoint: string]>
  } = {},
) {
  return {
    name: `warren-${area}`,
    modules: [{ type: 'ESModule' as const, path: 'index.js', contents: await bundleOf(area) }],
    compatibilityDate: '2026-10-01',
    compatibilityFlags: ['nodejs_compat'],
    bindings,
    durableObjects: Object.fromEntries(Object.entries(objects).map(([name, className]) => [name, { className, useSQLite: true }])),
    r2Buckets: buckets,
    ...(images && { images: { binding: images } }),
    serviceBindings: Object.fromEntries(
      Object.entries(services).map(([name, [worker, entrypoint]]) => [name, { name: worker, entrypoint }]),
    ),
  }
}
