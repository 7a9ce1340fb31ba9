/** The 30 colours that a creator can choose from for the page, as `#rrggbb` in lower case. Each row goes from a light to a dark tone. */
export const PALETTE = [
  ...(['#fff0fa', '#fbcfe8', '#f472b6', '#be185d', '#500724'] as const), // pink
  ...(['#f4f0fa', '#dbd0e6', '#a78bca', '#6b4a9c', '#2a1a47'] as const), // purple
  ...(['#eaf4ff', '#b6d9fb', '#5b9fe3', '#1d5fa8', '#0b2545'] as const), // blue
  ...(['#eafaf1', '#b5e6cb', '#4fb286', '#1f7a54', '#0c3323'] as const), // green
  ...(['#fff8e1', '#ffe29a', '#f2b134', '#b45309', '#4a2306'] as const), // yellow and orange
  ...(['#ffffff', '#e5e5e5', '#a3a3a3', '#525252', '#171717'] as const), // grey
] as const
/** A colour of the palette. */
export type Swatch = (typeof PALETTE)[number]

/** The colours of a page whose owner has not chosen any. */
export const DEFAULT_COLORS = { primary: '#fff0fa', secondary: '#dbd0e6' } as const satisfies Record<string, Swatch>
