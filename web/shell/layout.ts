/** The width (CSS pixels) from which on the desktop layout applies; style sheets have the same number in their media queries. */
export const DESKTOP = 1024
/** The scroll position (CSS pixels) beyond which the top bar is dark. */
export const SCROLLED = 50

/** The state of the sidebar: 0 hidden, 1 compact (small names below the icons), 2 expanded. */
export type Side = 0 | 1 | 2

/** The next state: hidden, compact, expanded, then hidden again. */
export const nextSide = (now: Side): Side => ((now + 1) % 3) as Side

/** Parses the stored state, which may be any text. */
export const parseSide = (text: string | undefined): Side => (text === '1' ? 1 : text === '2' ? 2 : 0)
