/** What the contract has done so far, from its events. Orders whose payment matches no quote are not counted. */
export interface Figures {
  /** Number of completed orders. */
  completed: number
  /** What sellers have received, in the smallest units of each token, as decimal text. */
  paidOut: { token: string; amount: string }[]
  /** Number of orders that were delivered, and how many of them were disputed. */
  delivered: number
  disputed: number
  /** When it was counted (UTC seconds). */
  at: number
}
