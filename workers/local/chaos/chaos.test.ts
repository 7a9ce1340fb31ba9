import { expect, test } from 'vitest'
import { chaos } from './chaos.ts'
import { FAULTS } from './faulty-endpoint.ts'

// A short run. `npm run test:chaos` makes longer ones, with three seeds.
test('the tables equal a replay after kills, endpoint faults and reorgs', { timeout: 400_000 }, async () => {
  const { differences, orders, kills, reorgs, faults, compared } = await chaos({ seed: 1, rounds: 70 })
  expect(differences).toEqual([])
  expect([orders > 10, compared.orders === orders, kills.indexer > 0, kills.worker > 0]).toEqual([true, true, true, true])
  expect(Math.max(...reorgs)).toBe(64)
  expect([...faults.keys()].sort()).toEqual([...FAULTS].sort())
})
