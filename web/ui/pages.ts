/** The page numbers to show: first, last, and those next to the current one; null for a gap. All count from 1. */
export function pagesAround(now: number, last: number): (number | null)[] {
  const wanted = [...new Set([1, now - 1, now, now + 1, last])].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return wanted.flatMap((page, i) => {
    const before = wanted[i - 1]
    if (before === undefined || page === before + 1) return [page]
    // A single page takes no more room than the gap it would be hidden in.
    return [page === before + 2 ? page - 1 : null, page]
  })
}
