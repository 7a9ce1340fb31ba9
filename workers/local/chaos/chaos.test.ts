import { expect, test } from 'vitest'
import { chaos } from './chaos.ts'

// A short run. `npm run test:chaos` makes longer ones, with three seeds.
test('the tables equal a replay after kills, endpoint faults and reorgs', { timeout: 180_000 }, async () => {
  const { differences, orders, kills, reorgs, faults } = await chaos({ seed: 1, rounds: 60 })
  expect(differences).toEqual([])
  expect([orders > 10, kills.indexer > 0, kills.worker > 0, reorgs.length > 0, faults.size > 5]).toEqual(Array(5).fill(true))
})
