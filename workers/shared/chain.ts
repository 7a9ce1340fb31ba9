import { addresses, type Deployment } from '../../contracts/addresses.ts'
import type { ChainEnv } from './env.ts'

/**
 * The contract addresses of the configured chain. Local development takes them from LOCAL_DEPLOYMENT if it is set; otherwise they come from
 * contracts/addresses.ts.
 */
export function deployment(env: Pick<ChainEnv, 'ENV' | 'CHAIN_ID' | 'LOCAL_DEPLOYMENT'>): Deployment {
  const local = env.ENV === 'local' && env.LOCAL_DEPLOYMENT ? (JSON.parse(env.LOCAL_DEPLOYMENT) as Deployment) : undefined
  const result = local ?? addresses[Number(env.CHAIN_ID)]
  if (!result) throw new Error(`no contract addresses for chain ${env.CHAIN_ID}`)
  return result
}

/**
 * How many blocks must follow a block before what it contains is relied on. On Base, ten blocks (20 seconds) cover nodes that are a few
 * blocks behind, and the few blocks that are replaced when a standby sequencer takes over. The indexer detects deeper reorgs by the cursor's
 * hash. The local chain has no reorgs.
 */
export const finality = (chainId: number): number => (chainId === 31337 ? 0 : 10)
