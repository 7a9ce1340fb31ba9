import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COVERING, planFor, RPC_TESTS, rpcImports } from './plan.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file))
const read = (file: string) => readFileSync(file, 'utf8')
const plan = (...changed: string[]) => planFor(changed, files, read)

test('a changed file of the web selects its tests, and no test of a worker', () => {
  const { unit, forge, covering } = plan('web/lib/format.ts')
  expect(unit).toContain('web/lib/format.test.ts')
  expect(unit.filter((file) => file.startsWith('workers/'))).toEqual([])
  expect(forge).toEqual([])
  expect(covering).toContain('order-flow')
})

test('a changed page selects the test that renders every page', () => {
  expect(plan('web/features/home/HomePage.tsx').unit).toContain('web/server-render.test.tsx')
})

test('a changed route selects tests of its own area, and none of listings, orders or auth', () => {
  const { unit } = plan('workers/chat/messages.ts')
  expect(unit).toContain('workers/chat/messages.test.ts')
  expect(unit.filter((file) => /^workers\/(listings|orders|auth)/.test(file))).toEqual([])
})

test('a changed file that an RPC method uses selects tests of the areas that call the method', () => {
  expect(plan('workers/chat/announce.ts').unit).toEqual(
    expect.arrayContaining(['workers/orders/orders.test.ts', 'workers/auth/sessions.test.ts']),
  )
})

test('a changed migration selects tests of every area', () => {
  const { unit } = plan('migrations/0000_spine.sql')
  for (const area of ['auth', 'listings', 'uploads', 'chat', 'orders', 'notifications', 'indexer'])
    expect(
      unit.some((file) => file.startsWith(`workers/${area}/`)),
      area,
    ).toBe(true)
})

test('a changed contract selects its own forge tests, and not those of another contract', () => {
  const { forge } = plan('contracts/src/Marketplace.sol')
  expect(forge).toContain('contracts/test/Marketplace/listNFT.t.sol')
  expect(forge).not.toContain('contracts/test/OrderBook/cancelOrder.t.sol')
})

test('a journey runs only if its own file changed', () => {
  expect(plan('web/e2e/writing.test.ts').journeys).toEqual(['web/e2e/writing.test.ts'])
  expect(plan('web/features/listing-editor/publish.ts')).toMatchObject({ journeys: [], covering: expect.arrayContaining(['writing']) })
})

test('rpcImports returns the files that the RPC class uses or the index exports, and none that only the routes use', () => {
  const source =
    "import { a } from './a.ts'\nimport { b } from './b.ts'\nexport { C } from './c.ts'\nroute(b)\nexport class XRpc { run() { return a() } }"
  expect(rpcImports('x', source)).toEqual(['workers/x/a.ts', 'workers/x/c.ts'])
  for (const area of Object.keys(RPC_TESTS)) expect(rpcImports(area, read(`workers/${area}/index.ts`)).length, area).toBeGreaterThan(0)
})

test('the tables name only existing files, and cover every journey, feature and area', () => {
  const journeys = COVERING.flatMap(([, names]) => names.map((name) => `web/e2e/${name}.test.ts`))
  const named = [...Object.values(RPC_TESTS).flat(), ...journeys]
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  expect(files.filter((file) => /^web\/e2e\/[\w-]+\.test\.ts$/.test(file) && !journeys.includes(file))).toEqual([])
  const folders = [
    ...readdirSync('web/features').map((name) => `web/features/${name}/x`),
    ...Object.keys(RPC_TESTS).map((name) => `workers/${name}/x`),
  ]
  expect(folders.filter((folder) => !COVERING.some(([pattern]) => pattern.test(folder)))).toEqual([])
})
