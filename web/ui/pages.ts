/** The page numbers to show: first, last, and those next to the current one; null for a gap. Pages count from 1. */
export function pagesAround(now: number, last: number): (number | null)[] {
  const wanted = [...new Set([1, now - 1, now, now + 1, last])].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return wanted.flatMap((page, i) => {
    const before = wanted[i - 1]
    if (before === undefined || page === before + 1) return [page]
    // A gap of one page shows the page itself, because both take the same space.
    return [page === before + 2 ? page - 1 : null, page]
  })
}
