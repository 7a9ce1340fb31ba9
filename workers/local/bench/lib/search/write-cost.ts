import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { optionsFor, ROOT } from '../../../world/bundle.ts'
import { openConnection } from '../../../world/hrana.ts'
import { startWorkerd, writeWorker } from '../../../world/workerd.ts'
import type { Result } from '../result.ts'
import { cookieOf, insertSession, median, round } from '../served-database.ts'

/** At most this many sellers take turns, because each may publish only a few listings an hour. */
const MAX_SELLERS = 200
/** Published by each worker, after some to warm up. */
const [CALLS, WARM_UP] = [240, 20]

/** Replaces the statements that write the index with none. */
const withoutIndex: Plugin = {
  name: 'without-index',
  setup(esbuild) {
    const real = join(ROOT, 'workers/listings/search/search-index.ts')
    esbuild.onResolve({ filter: /\/search-index\.ts$/ }, ({ importer }) =>
      importer.endsWith('/save-listing.ts') ? { path: real, namespace: 'without-index' } : undefined,
    )
    esbuild.onLoad({ filter: /./, namespace: 'without-index' }, () => ({
      contents: 'export const addToIndex = () => []; export const removeFromIndex = () => { throw new Error() }',
      loader: 'ts',
    }))
  },
}

/** Gives owners what they need to publish: a session, a wallet and a picture. Returns how many there are; their ids count from 1. */
function prepareSellers(file: string): number {
  const db = openConnection(file)
  const { owners } = db.prepare('select count(*) as owners from users').get() as { owners: number }
  const sellers = Math.min(owners, MAX_SELLERS)
  db.exec('begin')
  for (let seller = 1; seller <= sellers; seller++) {
    db.exec(insertSession(seller))
    db.exec(`insert into accounts (address, user_id, provider, linked_at) values ('0x${String(seller).padStart(40, '0')}', ${seller}, 'bench', 1);
      insert into media (id, user_id, kind, key, original_filename, content_type, size, created_at, ready_at, width, height, placeholder)
      values ('${String(seller).padStart(22, '0')}', ${seller}, 'image', 'originals/${seller}', 'p.jpg', 'image/jpeg', 1000, 1, 1, 1600, 1200, '')`)
  }
  db.exec('commit')
  db.close()
  return sellers
}

/** Measures what the search index adds to addService: the same worker publishes with and without it, in turn, in the same database. */
export async function measureWrites(options: { dir: string; file: string; databaseUrl: string; origin: string }): Promise<Result[]> {
  const { dir, file, databaseUrl, origin } = options
  const sellers = prepareSellers(file)
  const base: BuildOptions = optionsFor('listings', dir)
  const workers = []
  for (const [name, plugins] of [
    ['with', base.plugins!],
    ['without', [withoutIndex, ...base.plugins!]],
  ] as const) {
    const { outputFiles } = await build({ ...base, plugins: [...plugins], sourcemap: false, write: false })
    const bindings = { ENV: 'local', APP_ORIGINS: origin, DATABASE_URL: databaseUrl, AI_MODEL: 'none' }
    workers.push(await startWorkerd(writeWorker(join(dir, name), outputFiles![0]!.text, bindings, { LIMITS: 'Limiter' })))
  }
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < WARM_UP + CALLS; n++) {
    const seller = 1 + (n % sellers)
    const product = {
      category: 'design',
      title: `Hand-drawn logo number ${n} for a bakery`,
      descriptionPreview: 'Three separate directions and a file set, drawn with brush and ink.',
      description: `<p>${'I draw marks that still work at sixteen pixels and on the side of a van. '.repeat(6)}</p>`,
      options: { Basic: { price: 120_000_000, delivery: 7, description: 'One direction, two rounds.' } },
      media: [String(seller).padStart(22, '0')],
    }
    // Each goes first in half of the turns.
    for (const i of n % 2 ? [0, 1] : [1, 0]) {
      const started = performance.now()
      const answer = await fetch(`${workers[i]!.url}/api/listings/addService`, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/json',
          cookie: cookieOf(seller),
          'x-address': `2001:db8:${i}:${seller.toString(16)}::1`,
        },
        body: JSON.stringify({ product }),
      })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`addService answered ${answer.status}: ${body}`)
      if (n >= WARM_UP) times[i]!.push(performance.now() - started)
    }
  }
  for (const worker of workers) await worker.stop()
  const [indexed, plain] = times.map(median) as [number, number]
  return [
    { name: 'addService with its row in the index, of without', value: round(indexed / plain), unit: 'x', goal: 1.3, better: 'lower' },
    { name: 'addService', value: round(indexed), unit: 'ms', better: 'lower' },
  ]
}
