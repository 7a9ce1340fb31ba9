import { registerHooks } from 'node:module'
import type { Area } from '../../../workers/shared/api-document.ts'

/** workerd's own module. To read the routes of the areas, only the classes that they extend are needed. */
const WORKERS_MODULE = 'export class DurableObject {}; export class WorkerEntrypoint {}'

/** Loads the app and the documentation of every area into Node. */
export async function loadAreas(): Promise<Area[]> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'cloudflare:workers'
        ? { url: `data:text/javascript,${encodeURIComponent(WORKERS_MODULE)}`, shortCircuit: true }
        : next(specifier, context),
  })
  try {
    const load = async (app: Promise<{ default: unknown }>, documentation: Promise<Area['documentation']>): Promise<Area> => ({
      app: (await app).default as Area['app'],
      documentation: await documentation,
    })
    return await Promise.all([
      load(
        import('../../../workers/auth/index.ts'),
        import('../../../workers/auth/documentation.ts').then((file) => file.authDocumentation),
      ),
      load(
        import('../../../workers/listings/index.ts'),
        import('../../../workers/listings/documentation.ts').then((file) => file.listingsDocumentation),
      ),
      load(
        import('../../../workers/uploads/index.ts'),
        import('../../../workers/uploads/documentation.ts').then((file) => file.uploadsDocumentation),
      ),
      load(
        import('../../../workers/orders/index.ts'),
        import('../../../workers/orders/documentation.ts').then((file) => file.ordersDocumentation),
      ),
      load(
        import('../../../workers/chat/index.ts'),
        import('../../../workers/chat/documentation.ts').then((file) => file.chatDocumentation),
      ),
    ])
  } finally {
    hooks.deregister()
  }
}
