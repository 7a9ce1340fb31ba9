import { parseArgs } from 'node:util'
import { isolateTempFolder } from '../../../tools/temp-folder.ts'
import { chaos } from '../chaos/chaos.ts'
import { printError, printLines } from './terminal.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', multiple: true, default: ['1', '2', '3'] }, rounds: { type: 'string', default: '300' } },
})
const countsOf = (counts: Map<number | string, number>) => [...counts].map(([what, count]) => `${count} ${what}`).join(', ')

isolateTempFolder()
try {
  for (const seed of values.seed.map(Number)) {
    const report = await chaos({ seed, rounds: Number(values.rounds), log: (line) => printLines([`  ${line}`]) })
    const { orders, blocks, kills, reorgs, reports, faults, compared, owed, differences } = report
    const rows = Object.entries(compared).map(([table, count]) => `${count} of ${table}`)
    printLines([
      `seed ${seed}: ${orders} orders in ${blocks} blocks; killed: indexer ${kills.indexer}, orders worker ${kills.worker}; payments owed: ${owed}`,
      `  reorgs of ${reorgs.join(', ')} blocks; reported transactions by status: ${countsOf(reports)}`,
      `  requests by the fault of their endpoint: ${countsOf(faults)}`,
      `  rows compared with the replay: ${rows.join(', ')}; differences: ${differences.length}`,
      ...differences.slice(0, 20).map((one) => `    ${one}`),
    ])
    if (differences.length) process.exitCode = 1
  }
} catch (error) {
  printError(error)
}
process.exit()
