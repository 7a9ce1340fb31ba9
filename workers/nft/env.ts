import type { AreaEnv, ChainEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'

/** The bindings of the area of NFTs. */
export type NftEnv = AreaEnv & ChainEnv & LimitsEnv
