/** The width (CSS pixels) from which on the desktop layout applies; style sheets have the same number in their media queries. */
export const DESKTOP = 1024
/** From here down on the bar is dark glass, whatever lies below it. */
export const SCROLLED = 50

/** The sidebar: 0 hidden, 1 compact (small names below the icons), 2 expanded. */
export type Side = 0 | 1 | 2

/** Hidden, compact, expanded, and round again. */
export const nextSide = (now: Side): Side => ((now + 1) % 3) as Side

/** What a browser has kept, which may be anything. */
export const parseSide = (text: string | null): Side => (text === '1' ? 1 : text === '2' ? 2 : 0)
