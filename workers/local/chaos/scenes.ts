import type { ChaosWorld } from './chaos-world.ts'
import { FAULTS, LEAVES_OUT_LOGS, NEVER_ANSWERS, ON_A_FORK, ONLY_SINGLE_RECEIPTS } from './faulty-endpoint.ts'
import type { Sent } from './market.ts'

/** With these faults the first endpoint is a working node with other or fewer blocks, so the indexer follows it and not the others. */
const HAS_OTHER_BLOCKS = [ON_A_FORK, 'is behind']
/** How often the chain gets new blocks until a request meets the fault, and how long each time waits (ms). */
const [TRIES, MET_MS] = [10, 10_000]
/** The time until the indexer must have read the newest block (ms): three requests that end by their time limit, and a busy machine. */
const HEAD_MS = 120_000

/** Waits until this holds. Returns false if it still does not after this time (ms). */
async function waitUntil(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}

/** Reports a transaction as a member's browser does. */
export type Submit = (sent: Sent) => Promise<void>

/**
 * Gives a fault to some endpoints and restarts the indexer, which then must meet it: it begins with the first endpoint. While another
 * endpoint works, or the fault has a way round it, and after the fault, the indexer must reach the newest block. Returns what is wrong.
 */
async function scene(
  { endpoints, market, ...world }: ChaosWorld,
  fault: string,
  faulty: ChaosWorld['endpoints'],
  submit: Submit,
): Promise<string[]> {
  const wrong: string[] = []
  const before = faulty.map(({ counts }) => counts.get(fault) ?? 0)
  const isMet = () => faulty.every(({ counts }, i) => (counts.get(fault) ?? 0) > before[i]!)
  for (const endpoint of endpoints) endpoint.setFault(faulty.includes(endpoint) ? fault : null)
  for (let tries = 1; !isMet(); tries++) {
    if (tries > TRIES) return [`no request met an endpoint that ${fault}`]
    world.stopIndexer()
    // Some blocks at once, so that there are logs, and a range of several blocks to read.
    for (let i = 0; i < 3; i++) {
      const sent = await market.trade()
      if (fault === LEAVES_OUT_LOGS) await Promise.all(sent.map(submit))
    }
    if (fault === ON_A_FORK) await world.reorg(2)
    world.restartIndexer()
    await world.untilIndexing()
    await waitUntil(isMet, MET_MS)
  }
  const isRescued = (faulty.length < endpoints.length && !HAS_OTHER_BLOCKS.includes(fault)) || fault === ONLY_SINGLE_RECEIPTS
  if (isRescued && !(await waitUntil(world.isAtHead, HEAD_MS))) wrong.push(`the indexer stopped while an endpoint ${fault}`)
  for (const endpoint of faulty) endpoint.setFault(null)
  if (!(await waitUntil(world.isAtHead, HEAD_MS))) wrong.push(`the indexer stopped after an endpoint ${fault}`)
  return wrong
}

/**
 * Lets the indexer meet, without kills, the faults that it can only survive with the chain of another endpoint or by a time limit, and each
 * fault that no request has met yet. Before this, a payout fails, which rarely happens by chance. Returns what is wrong.
 */
export async function playScenes(world: ChaosWorld, submit: Submit, log: (line: string) => void): Promise<string[]> {
  const [first] = world.endpoints
  const isMet = (fault: string) => world.endpoints.some(({ counts }) => counts.has(fault))
  const wrong: string[] = []
  log('a payout that its token refuses')
  await world.market.oweOne()
  for (const fault of FAULTS)
    if ([NEVER_ANSWERS, ON_A_FORK].includes(fault) || !isMet(fault)) {
      log(`one endpoint ${fault}`)
      wrong.push(...(await scene(world, fault, [first!], submit)))
    }
  for (const fault of [NEVER_ANSWERS, ONLY_SINGLE_RECEIPTS]) {
    log(`every endpoint ${fault}`)
    wrong.push(...(await scene(world, fault, world.endpoints, submit)))
  }
  return wrong
}
