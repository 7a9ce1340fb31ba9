/** Scrolls the row of a link, which scrolls sideways and is positioned, so that the link is in its middle. For `ref`. */
export function centerInRow(link: HTMLElement | null): void {
  const row = link?.parentElement
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2
}
