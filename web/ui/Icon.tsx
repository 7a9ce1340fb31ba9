const SHAPES = {
  search: (
    <>
      <circle cx="9" cy="9" r="6" />
      <path d="m14 14 4 4" />
    </>
  ),
  chat: <path d="M3 5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H8l-4 3v-3a1 1 0 0 1-1-1Z" />,
  box: <path d="M3 6.5 10 3l7 3.5v7L10 17l-7-3.5Zm0 0 7 3.5m0 0 7-3.5M10 10v7" />,
  star: (
    <path
      d="m10 2.5 2.300 4.900 5.200.7-3.800 3.700.9 5.300-4.600-2.600-4.600 2.600.9-5.300-3.800-3.700 5.200-.7Z"
      fill="currentColor"
      stroke="none"
    />
  ),
  lock: (
    <>
      <rect x="4" y="9" width="12" height="8" rx="2" />
      <path d="M7 9V6a3 3 0 0 1 6 0v3" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l3 2" />
    </>
  ),
  check: <path d="m4 10.5 4 4 8-9" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  plus: <path d="M10 4v12M4 10h12" />,
  minus: <path d="M4 10h12" />,
  pin: (
    <>
      <path d="M10 18s6-5.200 6-10A6 6 0 0 0 4 8c0 4.800 6 10 6 10Z" />
      <circle cx="10" cy="8" r="2" />
    </>
  ),
  send: <path d="M17 3 9 11m8-8-5 14-3-6-6-3Z" />,
  file: <path d="M5 3h6l4 4v10H5Zm6 0v4h4" />,
  home: <path d="M3 9.5 10 3l7 6.5V17h-4.5v-5h-5v5H3Z" />,
  user: (
    <>
      <circle cx="10" cy="7" r="3.5" />
      <path d="M3.5 17a6.5 6.5 0 0 1 13 0" />
    </>
  ),
  globe: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c4.5 4.5 4.5 9.5 0 14-4.5-4.5-4.5-9.5 0-14Z" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.5" />
      <path d="M10 1.5v2m0 13v2M1.5 10h2m13 0h2M4 4l1.400 1.400m9.200 9.200L16 16m0-12-1.400 1.400M5.400 14.600 4 16" />
    </>
  ),
  moon: <path d="M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12Z" />,
  exit: <path d="M8 3H4v14h4m4-11 4 4-4 4m4-4H8" />,
  left: <path d="m12 4-6 6 6 6" />,
  right: <path d="m8 4 6 6-6 6" />,
  up: <path d="m4 12 6-6 6 6" />,
  down: <path d="m4 8 6 6 6-6" />,
  trash: <path d="M3.5 5.5h13M8 5V3h4v2m-6.5.5.8 11.5h7.400l.8-11.5" />,
  pencil: <path d="m4 16 1-4 8.5-8.5 3 3L8 15Zm7.5-10.5 3 3" />,
  photo: (
    <>
      <rect x="2.5" y="4" width="15" height="12" rx="2" />
      <circle cx="7" cy="8.5" r="1.5" />
      <path d="m3 15 4.5-4 3 2.5L14 10l3.5 3.5" />
    </>
  ),
  wallet: (
    <>
      <path d="M3 6.5A2.5 2.5 0 0 1 5.5 4H15v3" />
      <rect x="3" y="7" width="14" height="9.5" rx="2" />
      <path d="M13 11.700h.5" />
    </>
  ),
  warning: <path d="M10 3 18 16.5H2Zm0 5v4m0 2.300v.2" />,
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.5V14m0-7.300v.2" />
    </>
  ),
  link: (
    <path d="M8.5 11.5a3 3 0 0 0 4.300 0l2.700-2.700a3 3 0 0 0-4.300-4.300L10 5.700m1.5 2.800a3 3 0 0 0-4.300 0l-2.700 2.700a3 3 0 0 0 4.300 4.300L10 14.300" />
  ),
  eye: (
    <>
      <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
      <circle cx="10" cy="10" r="2.5" />
    </>
  ),
  list: <path d="M7 5.5h10M7 10h10M7 14.5h10M3.200 5.5h.1m-.1 4.5h.1m-.1 4.5h.1" />,
} as const

export type IconName = keyof typeof SHAPES

/** Line drawings on a 20 px grid, in the colour of the text around them; silent to screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      {SHAPES[name]}
    </svg>
  )
}
