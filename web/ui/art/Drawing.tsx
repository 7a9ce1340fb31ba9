import css from './Drawing.module.css'

/** The object in each drawing, as an SVG path. */
const SCENES = {
  /** No listings: a card with a picture. */
  listings:
    'M92 18h56a6 6 0 0 1 6 6v48a6 6 0 0 1-6 6H92a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6ZM86 52l18-15 14 11 11-8 25 16M134 30a4 4 0 1 0 8 0a4 4 0 1 0-8 0M97 62h30m-30 8h18m24-8h4',
  /** No followed members. */
  people:
    'M126 41a9 9 0 1 0 18 0a9 9 0 1 0-18 0M124 78c0-14 4-22 12-22 11 0 20 7 21 22ZM91 36a12 12 0 1 0 24 0a12 12 0 1 0-24 0M78 78c0-17 11-24 25-24s25 7 25 24Z',
  /** No results. */
  search: 'M99 42a17 17 0 1 0 34 0a17 17 0 1 0-34 0M128 55l13 14',
  /** No jobs: a briefcase. */
  jobs: 'M108 38v-6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v6M92 38h56a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H92a6 6 0 0 1-6-6V44a6 6 0 0 1 6-6Zm-6 16h68m-34-4v9',
  /** No events: a calendar page. */
  events: 'M92 30h56a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H92a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6Zm-6 14h68M104 24v11m32-11v11m-25 24 6 6 12-12',
  /** No orders. */
  orders: 'm96 36 24-11 24 11v27l-24 12-24-12Zm0 0 24 12m0 0 24-12m-24 12v27M108 31l24 11v10',
  /** No conversations. */
  chat: 'M66 30h44a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10H86l-13 10V64h-7a10 10 0 0 1-10-10V40a10 10 0 0 1 10-10ZM132 46h36a8 8 0 0 1 8 8v11a8 8 0 0 1-8 8h-5v8l-11-8h-20a8 8 0 0 1-8-8V54a8 8 0 0 1 8-8Z',
  /** E-mails and links from them. */
  mail: 'M90 26h60a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6H90a6 6 0 0 1-6-6V32a6 6 0 0 1 6-6Zm-5 4 35 26 35-26',
  /** Nothing saved: a heart. */
  saved: 'M120 76S92 60 92 42a14.5 14.5 0 0 1 28-5.5 14.5 14.5 0 0 1 28 5.5c0 18-28 34-28 34Z',
  /** Not found, and errors. */
  lost: 'M120 74V34m0 2h32l8 8-8 8h-32m0 6H96l-7 6 7 6h24',
} as const

export type DrawingName = keyof typeof SCENES

/** A drawing of a burrow in a hill, with an object. It uses design tokens, so it follows the theme. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg width="240" height="144" viewBox="0 0 240 144" aria-hidden="true" className={css.drawing}>
      <path d="M0 144c22-42 58-66 104-66 60 0 104 26 136 66Z" className={css.far} />
      <path d="M24 144c30-30 62-44 100-44s66 14 96 44Z" className={css.near} />
      <circle cx="120" cy="124" r="34" className={css.glow} />
      <path d="M104 144v-16a16 16 0 0 1 32 0v16Z" className={css.door} />
      <path d={SCENES[name]} className={css.line} />
    </svg>
  )
}
