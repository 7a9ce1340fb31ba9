/** How many messages a member may send at once, and per second on average. */
export const BURST = 20
const PER_SECOND = 4
/** How many rejected messages close a member's sockets. */
const DISCONNECT_AFTER = 100
/** The cost of a frame that is not a message (typing, read marks). */
const LIGHT_COST = 0.1

/** Token buckets for the members of a room. They are in memory only: an idle room is evicted only after its buckets are full again. */
export class FloodControl {
  #buckets = new Map<number, { left: number; at: number }>()

  /** `disconnect` is for a member who keeps sending long after being rejected. */
  take(userId: number, weight: 'full' | 'light'): 'accept' | 'reject' | 'disconnect' {
    const at = Date.now()
    const bucket = this.#buckets.get(userId)
    const cost = weight === 'full' ? 1 : LIGHT_COST
    const left = (bucket ? Math.min(BURST, bucket.left + ((at - bucket.at) / 1000) * PER_SECOND) : BURST) - cost
    this.#buckets.set(userId, { left: Math.max(left, -DISCONNECT_AFTER), at })
    return left >= 0 ? 'accept' : left > -DISCONNECT_AFTER ? 'reject' : 'disconnect'
  }
}
