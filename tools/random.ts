/** Random numbers that depend only on a seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed
  /** A number from 0 to below 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    /** A whole number, both bounds included. */
    between,
    /** Whether something with this probability happens. */
    happens: (probability: number): boolean => next() < probability,
    /** One of the items. */
    pick: <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)]!,
    /** The items in another order; all orders are equally likely (Fisher-Yates). */
    shuffle: <Item>(items: readonly Item[]): Item[] => {
      const shuffled = [...items]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = between(0, last)
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    },
  }
}
export type Random = ReturnType<typeof seeded>
