/** A list that is loaded page by page, newest first. `time` is UTC seconds. */
export interface Source<Item> {
  items: readonly Item[]
  time: (item: Item) => number
  /** Whether older items can be loaded. False for a list whose next page failed, so that the other list continues without it. */
  hasMore: boolean
}

/** An item of one of two lists. */
export type Merged<First, Second> = { first: First; at: number } | { second: Second; at: number }

/**
 * Two lists as one, newest first; of two items of the same time that of the first list comes first. Items that are older than the last
 * loaded one of a list with more pages are left out until those are loaded: nothing then appears between items that are already shown.
 */
export function mergeFeeds<First, Second>(first: Source<First>, second: Source<Second>): Merged<First, Second>[] {
  const endOf = <Item>({ items, time, hasMore }: Source<Item>) => (hasMore && items.length ? time(items.at(-1)!) : Number.NEGATIVE_INFINITY)
  const end = Math.max(endOf(first), endOf(second))
  const merged = [
    ...first.items.map((item): Merged<First, Second> => ({ first: item, at: first.time(item) })),
    ...second.items.map((item): Merged<First, Second> => ({ second: item, at: second.time(item) })),
  ]
  // `sort` is stable, so items of the same time keep this sequence.
  return merged.filter(({ at }) => at >= end).sort((a, b) => b.at - a.at)
}
