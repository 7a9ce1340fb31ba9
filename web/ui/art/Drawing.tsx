import css from './Drawing.module.css'

/** A burrow in a hill, with something in or over it. All in tokens, so they follow the theme. */
const SCENES = {
  /** No results, no listings. */
  search: (
    <>
      <circle cx="136" cy="44" r="17" className={css.line} />
      <path d="m148 57 13 14" className={css.line} />
    </>
  ),
  /** No orders. */
  orders: (
    <>
      <path d="m96 36 24-11 24 11v27l-24 12-24-12Zm0 0 24 12m0 0 24-12m-24 12v27" className={css.line} />
      <path d="m108 31 24 11v10" className={css.line} />
    </>
  ),
  /** No conversations. */
  chat: (
    <>
      <path
        d="M66 30h44a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10H86l-13 10V64h-7a10 10 0 0 1-10-10V40a10 10 0 0 1 10-10Z"
        className={css.line}
      />
      <path d="M132 46h36a8 8 0 0 1 8 8v11a8 8 0 0 1-8 8h-5v8l-11-8h-20a8 8 0 0 1-8-8V54a8 8 0 0 1 8-8Z" className={css.carrot} />
    </>
  ),
  /** Not found, failed. */
  lost: (
    <>
      <path d="M120 74V34m0 2h32l8 8-8 8h-32m0 6H96l-7 6 7 6h24" className={css.line} />
    </>
  ),
} as const

export type DrawingName = keyof typeof SCENES

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg width="240" height="144" viewBox="0 0 240 144" aria-hidden="true" className={css.drawing}>
      <path d="M0 144c22-42 58-66 104-66 60 0 104 26 136 66Z" className={css.far} />
      <path d="M24 144c30-30 62-44 100-44s66 14 96 44Z" className={css.near} />
      <circle cx="120" cy="124" r="34" className={css.glow} />
      <path d="M104 144v-16a16 16 0 0 1 32 0v16Z" className={css.door} />
      {SCENES[name]}
    </svg>
  )
}
