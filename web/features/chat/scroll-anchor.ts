/** The message at the top of the visible part, its distance from the top of the list, and the scroll position (pixels). */
export interface Anchor {
  seq: number
  offset: number
  scrollTop: number
}

const rowsOf = (box: HTMLElement) => box.querySelectorAll<HTMLElement>('li[data-seq]')

/** Finds the first visible message by halves: a list has up to hundreds. */
export function findAnchor(box: HTMLElement): Anchor {
  const rows = rowsOf(box)
  const { scrollTop } = box
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.offsetTop + rows[middle]!.offsetHeight <= scrollTop) low = middle + 1
    else high = middle
  }
  const row = rows[low]
  return { seq: Number(row?.dataset.seq ?? 0), offset: row?.offsetTop ?? 0, scrollTop }
}

/** Scrolls so that the message of an anchor is where it was, if it is still in the list. */
export function restoreAnchor(box: HTMLElement, { seq, offset, scrollTop }: Anchor): void {
  const row = box.querySelector<HTMLElement>(`li[data-seq="${seq}"]`)
  if (row && row.offsetTop !== offset) box.scrollTop = scrollTop + row.offsetTop - offset
}
