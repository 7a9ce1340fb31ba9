import { CHECKS, contracts, playwright, runGroups, type Tally, vitest } from '../../../tools/stages.ts'
import { buildPages, dryRun, localTraces } from '../deploy/production.ts'
import { WORKERS } from '../world/bundle.ts'
import { ensureChromium } from './chromium.ts'
import { printLines } from './terminal.ts'

/** Builds everything the deploy would upload and checks that it contains nothing of the local world. */
async function production(): Promise<Tally> {
  try {
    const faults = localTraces(await buildPages())
    if (faults.length) throw new Error(faults.join('\n'))
    for (const worker of WORKERS) await dryRun(worker)
    return { passed: 0, failed: 0 }
  } catch (error) {
    printLines([(error as Error).message])
    return { passed: 0, failed: 1 }
  }
}

async function journeys(): Promise<Tally> {
  try {
    ensureChromium((line) => printLines([line]))
  } catch (error) {
    printLines([(error as Error).message])
    return { passed: 0, failed: 1 }
  }
  return playwright()
}

const units = (project: string): Promise<Tally> => vitest([`--project=${project}`, '--reporter=./workers/local/cli/unseen-errors.ts'])

await runGroups([
  Object.values(CHECKS),
  [
    // The compiler and forge use one core, however many there are.
    ['contract tests', contracts],
    // Two runs, because the files of a project with a chain run one after another, and orders has the most tests of them.
    ['unit tests', () => units('!orders')],
    ['unit tests of orders', () => units('orders')],
    ['production build and dry runs', production],
  ],
  [['journeys', journeys]],
])
