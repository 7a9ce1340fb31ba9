import { registerHooks } from 'node:module'
import type { Area } from '../../../workers/shared/api-document.ts'

/** The documented areas, in the order in which the page shows them. */
const AREAS = ['auth', 'listings', 'uploads', 'orders', 'chat', 'notifications', 'creators', 'nft']
/** Replaces workerd's module `cloudflare:workers`. To read the routes of the areas, only the classes that they extend are needed. */
const WORKERS_MODULE = 'export class DurableObject {}; export class WorkerEntrypoint {}'

// The path is computed: bundlers, such as that of vitest.config.ts, follow a literal one, and they cannot bundle the workers.
const load = (file: string) => import(new URL(`../../../workers/${file}`, import.meta.url).href)

/** Loads the app and the documentation of each documented area into Node. */
export async function loadAreas(): Promise<Area[]> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'cloudflare:workers'
        ? { url: `data:text/javascript,${encodeURIComponent(WORKERS_MODULE)}`, shortCircuit: true }
        : next(specifier, context),
  })
  try {
    return await Promise.all(
      AREAS.map(async (area) => {
        const [worker, { documentation }] = await Promise.all([load(`${area}/index.ts`), load(`${area}/documentation.ts`)])
        return { app: worker.default, documentation }
      }),
    )
  } finally {
    hooks.deregister()
  }
}
