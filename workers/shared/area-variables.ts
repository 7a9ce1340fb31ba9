import type { Limits } from './limit-table.ts'

/** The signed-in user. `creator` is true once the terms are accepted; `wallet` is the payout wallet (checksummed). */
export interface Viewer {
  id: number
  creator: boolean
  name: string | null
  wallet: `0x${string}` | null
  /** Whether an e-mail address was confirmed or a wallet linked. Accounts without either cost nothing to create. */
  confirmed: boolean
  /** The id of the session. */
  session: string
  /** When the session began, and the stored time of its last use (UTC seconds). */
  signedInAt: number
  lastSeenAt: number
  /** The wallet that signed in; null for a password. */
  account: string | null
  /** Until this time (UTC seconds) the sign-in method of the session counts as new. */
  trustedFrom: number
  /** Set while an admin has suspended the member. `until`: UTC seconds, or null until an admin ends it. */
  suspension: { until: number | null } | null
}

/** Variables that every handler can read from `c.var`. */
export interface AreaVariables {
  requestId: string
  viewer: Viewer | null
  /** The network of the client, which rate limits count. See client-network.ts. */
  network: string
  /** The limits of the calls of the area. */
  limits: Limits
}
