import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { measureCommerce, measureRefunds } from './lib/gas-anchors.ts'
import { measureMinting, measureOrders, measureSelling } from './lib/gas-steps.ts'
import { type MeasureAnchor, type RecordGas, startGasWorld } from './lib/gas-world.ts'
import type { Bench, Result } from './lib/result.ts'

/**
 * Measures `gasUsed` of whole transactions (with their fixed 21,000 gas and calldata) on a node started here, with the deployed bytecode.
 * All balances involved (tokens, ETH, NFTs) are above zero beforehand. The token is a plain ERC-20 with permits and authorizations.
 *
 * In rows named FiatToken, the token is TestUSDC behind a proxy. It checks and stores what Circle's FiatToken 2.2 does, except that its
 * name is a constant, which saves an authorization one storage slot.
 *
 * Anchors are the costs of other projects' contracts for the same operation. Those of commerce-payments, refund-protocol and Seaport are
 * measured on our own implementations in contracts/test/anchors, because the originals are not on npm; the others are published figures.
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
