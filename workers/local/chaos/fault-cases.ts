import type { ChaosWorld } from './chaos-world.ts'
import { FAULTS, LEAVES_OUT_LOGS, NEVER_ANSWERS, ON_A_FORK, ONLY_SINGLE_RECEIPTS } from './faulty-endpoint.ts'
import type { Sent } from './market.ts'

/** With these faults the first endpoint is a working node with other or fewer blocks, so the indexer follows it and not the others. */
const HAS_OTHER_BLOCKS = [ON_A_FORK, 'is behind']
/** How many times at most new blocks are made until a request meets the fault, and the longest wait after each (ms). */
const [TRIES, MET_MS] = [10, 10_000]
/** How many blocks are made at most until a page has reported an event of the last one. */
const MAX_BLOCKS = 40
/** The time until the indexer must have read the newest block (ms). It is enough for three requests that time out on a busy machine. */
const HEAD_MS = 120_000

/** Waits until `holds` returns true. Returns false if it has not done so after `ms` milliseconds. */
async function waitUntil(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}

/** Reports a transaction as a member's browser does, and returns the status of the answer. */
export type Submit = (sent: Sent) => Promise<number>

/**
 * Makes some blocks at once, so that there are logs and a range of several blocks to read. If the fault leaves out logs, makes more blocks
 * until a page has reported an event of the last one, because only then can the indexer notice. Returns false if no report was accepted.
 */
async function makeBlocks({ market }: ChaosWorld, fault: string, submit: Submit): Promise<boolean> {
  let isReported = fault !== LEAVES_OUT_LOGS
  for (let i = 0; i < 3 || !isReported; i++) {
    if (i === MAX_BLOCKS) return false
    const sent = await market.trade()
    if (fault === LEAVES_OUT_LOGS) isReported = (await Promise.all(sent.map(submit))).includes(200)
  }
  return true
}

/**
 * Gives a fault to some endpoints and restarts the indexer. It begins with the first endpoint, so it must meet the fault. It must reach the
 * newest block after the fault has ended, and already before if another endpoint works or the fault still lets it read the blocks. Returns
 * what is wrong.
 */
async function meetFault(world: ChaosWorld, fault: string, faulty: ChaosWorld['endpoints'], submit: Submit): Promise<string[]> {
  const wrong: string[] = []
  const before = faulty.map(({ counts }) => counts.get(fault) ?? 0)
  const isMet = () => faulty.every(({ counts }, i) => (counts.get(fault) ?? 0) > before[i]!)
  for (const endpoint of world.endpoints) endpoint.setFault(faulty.includes(endpoint) ? fault : null)
  for (let tries = 1; !isMet(); tries++) {
    if (tries > TRIES) return [`no request met an endpoint that ${fault}`]
    world.stopIndexer()
    if (!(await makeBlocks(world, fault, submit))) return [`no report was accepted before an endpoint ${fault}`]
    if (fault === ON_A_FORK) await world.reorg(2)
    world.restartIndexer()
    await world.untilIndexing()
    await waitUntil(isMet, MET_MS)
  }
  if (fault === ON_A_FORK && !(await waitUntil(world.isOnBranch, HEAD_MS))) wrong.push('the indexer did not follow the fork')
  const canReachHead = (faulty.length < world.endpoints.length && !HAS_OTHER_BLOCKS.includes(fault)) || fault === ONLY_SINGLE_RECEIPTS
  if (canReachHead && !(await waitUntil(world.isAtHead, HEAD_MS))) wrong.push(`the indexer stopped while an endpoint ${fault}`)
  for (const endpoint of faulty) endpoint.setFault(null)
  if (!(await waitUntil(world.isAtHead, HEAD_MS))) wrong.push(`the indexer stopped after an endpoint ${fault}`)
  return wrong
}

/**
 * Lets the indexer meet, without kills, the faults that only a time limit ends, a fork that it must leave again, and each fault that no
 * request has met yet. Before this, a payout fails, which rarely happens by chance. Returns what is wrong.
 */
export async function meetFaults(world: ChaosWorld, submit: Submit, log: (line: string) => void): Promise<string[]> {
  const [first] = world.endpoints
  const isMet = (fault: string) => world.endpoints.some(({ counts }) => counts.has(fault))
  const wrong: string[] = []
  log('a payout that its token refuses')
  await world.market.oweOne()
  for (const fault of FAULTS)
    if ([NEVER_ANSWERS, ON_A_FORK].includes(fault) || !isMet(fault)) {
      log(`one endpoint ${fault}`)
      wrong.push(...(await meetFault(world, fault, [first!], submit)))
    }
  for (const fault of [NEVER_ANSWERS, ONLY_SINGLE_RECEIPTS]) {
    log(`every endpoint ${fault}`)
    wrong.push(...(await meetFault(world, fault, world.endpoints, submit)))
  }
  return wrong
}
