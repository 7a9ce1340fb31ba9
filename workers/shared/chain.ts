import { addresses, type Deployment } from '../../contracts/addresses.ts'
import type { ChainEnv } from './env.ts'

/** The contracts of the configured chain. Local ones come from the local world, never from contracts/addresses.ts. */
export function deployment(env: Pick<ChainEnv, 'ENV' | 'CHAIN_ID' | 'LOCAL_DEPLOYMENT'>): Deployment {
  const local = env.ENV === 'local' && env.LOCAL_DEPLOYMENT ? (JSON.parse(env.LOCAL_DEPLOYMENT) as Deployment) : undefined
  const found = local ?? addresses[Number(env.CHAIN_ID)]
  if (!found) throw new Error(`no contracts are known on chain ${env.CHAIN_ID}`)
  return found
}
