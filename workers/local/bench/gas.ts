import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { measureCommerce, measureRefunds } from './lib/gas-anchors.ts'
import { measureMinting, measureOrders, measureSelling } from './lib/gas-steps.ts'
import { type MeasureAnchor, type RecordGas, startGasWorld } from './lib/gas-world.ts'
import type { Bench, Result } from './lib/result.ts'

/**
 * Measures what operations cost: `gasUsed` from receipts of a node started here, base fee and calldata included, with the deployed
 * bytecode. Every balance involved (tokens, ETH, NFTs) is above zero beforehand. The token is a plain ERC-20 with permits and
 * authorizations. In rows named FiatToken it is TestUSDC behind a proxy like Circle's: it checks and stores what Circle's FiatToken 2.2
 * does, except for its name, which is a constant and saves an authorization one slot.
 *
 * Anchors are the costs of other projects' contracts for the same operation. Those of commerce-payments, refund-protocol and Seaport are
 * measured here on our own implementations in contracts/test/anchors, because the originals are not on npm. The other anchors are figures
 * from their authors or from explorers.
 */
export const run: Bench = async (log) => {
  const cache = mkdtempSync(join(tmpdir(), 'warren-gas-'))
  const node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache })
  try {
    return await measure(node.url, log)
  } finally {
    node.process.kill('SIGKILL')
    rmSync(cache, { recursive: true, force: true })
  }
}

async function measure(rpcUrl: string, log: (line: string) => void): Promise<Result[]> {
  const world = await startGasWorld(rpcUrl, log)
  const results: Result[] = []
  const record: RecordGas = async (name, sent, extra = {}) => {
    const value = Number((await sent).gasUsed)
    results.push({ name, value, unit: 'gas', better: 'lower', ...extra })
    log(`${name}: ${value}`)
  }
  const cost: MeasureAnchor = async (name, sent) => {
    const value = Number((await sent).gasUsed)
    log(`anchor, ${name}: ${value}`)
    return value
  }

  const anchors = { commerce: await measureCommerce(world, cost), refunds: await measureRefunds(world, cost) }
  await measureOrders(world, record, anchors)
  await measureMinting(world, record)
  await measureSelling(world, record, cost)
  return results
}
