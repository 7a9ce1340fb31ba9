import type { ReactNode } from 'react'
import type { NETWORKS } from './share.ts'

type Network = (typeof NETWORKS)[number]['name']

/** The colour of the disc behind a logo, for shapes that are cut out. */
const CUT = 'var(--brand-of, #000)'
const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const MARKS: Record<Network, ReactNode> = {
  LINE: (
    <>
      <path d="M12 2.5C6.3 2.5 1.8 6.2 1.8 10.8c0 4.1 3.6 7.5 8.5 8.2.7.1 1 .5.9 1.2l-.2 1.5c0 .6.4.8 1 .5 3.2-1.8 10.2-5.9 10.2-11.4 0-4.6-4.5-8.3-10.2-8.3Z" />
      <path d="M5.9 8.4v4.4H8m1.9-4.4v4.4m2-.1V8.5l3 4.1V8.4m4 0h-2.1v4.4h2.1m-2.1-2.2h1.8" stroke={CUT} strokeWidth={1.25} {...line} />
    </>
  ),
  X: (
    <>
      <path d="M3.5 3.5h4.4l12.6 17h-4.4Z" stroke="currentColor" strokeWidth={1.7} {...line} strokeLinejoin="miter" />
      <path d="m19.6 3.5-6.7 7.4m-2.2 2.5-6.4 7.1" stroke="currentColor" strokeWidth={1.9} {...line} />
    </>
  ),
  Facebook: (
    <path d="M13.9 22.5v-9.3h3.2l.6-3.8h-3.8V7c0-1.1.5-2.1 2.2-2.1h1.7V1.7c-.5-.1-1.6-.2-2.6-.2-3 0-4.9 1.8-4.9 5v2.9H6.9v3.8h3.4v9.3Z" />
  ),
  LinkedIn: (
    <>
      <circle cx="5" cy="4.9" r="2.3" />
      <path d="M3 9.2h4v12H3Zm6.4 0h3.8v1.7c.7-1.2 2-2 3.8-2 3.9 0 4.6 2.5 4.6 5.8v6.5h-4v-5.8c0-1.5-.1-3.1-2-3.1s-2.2 1.4-2.2 3v5.9h-4Z" />
    </>
  ),
  Reddit: (
    <>
      <path d="m12 8 1.3-5 3.6.9" stroke="currentColor" strokeWidth={1.5} {...line} />
      <circle cx="18.3" cy="4.2" r="1.9" />
      <circle cx="3.8" cy="12" r="2.4" />
      <circle cx="20.2" cy="12" r="2.4" />
      <ellipse cx="12" cy="14.6" rx="9" ry="6.6" />
      <g fill={CUT}>
        <circle cx="8.6" cy="13.4" r="1.6" />
        <circle cx="15.4" cy="13.4" r="1.6" />
      </g>
      <path d="M8.6 17c2 1.5 4.8 1.5 6.8 0" stroke={CUT} strokeWidth={1.4} {...line} />
    </>
  ),
  Weibo: (
    <>
      <path d="M9.6 8.2c2.2-1 4-.5 3.5 1.7 3.2-1.1 5-.2 4.2 2 1.6.5 2.5 1.5 2.5 2.9 0 3.3-4.2 6-9.3 6S1.2 18.5 1.2 15.4C1.2 12.6 5.5 9.7 9.6 8.2Z" />
      <ellipse cx="9.8" cy="15" rx="5.3" ry="3.7" fill={CUT} transform="rotate(-8 9.8 15)" />
      <circle cx="8.9" cy="15.6" r="1.9" />
      <path d="M15.6 3.2c3.9-.6 7.1 2.6 6.4 6.5M16 6.6c1.8-.2 3 1.1 2.8 2.8" stroke="currentColor" strokeWidth={1.8} {...line} />
    </>
  ),
}

/** A simple logo of a social network, white on its colour. Hidden from screen readers, because the name is below it. */
export function NetworkLogo({ name }: { name: Network }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      {MARKS[name]}
    </svg>
  )
}
