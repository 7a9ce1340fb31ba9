import { addShapes } from './Icon.tsx'

/** Drawings the first page does without; they come with the controls that are loaded later, which import this file. */
const MORE = {
  chat: 'M3 5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H8l-4 3v-3a1 1 0 0 1-1-1Z',
  box: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5Zm0 0 7 3.5m0 0 7-3.5M10 10v7',
  lock: 'M6 9h8a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2ZM7 9V6a3 3 0 0 1 6 0v3',
  clock: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M10 6v4l3 2',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  minus: 'M4 10h12',
  pin: 'M10 18s6-5.2 6-10A6 6 0 0 0 4 8c0 4.8 6 10 6 10ZM8 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  send: 'M17 3 9 11m8-8-5 14-3-6-6-3Z',
  file: 'M5 3h6l4 4v10H5Zm6 0v4h4',
  home: 'M3 9.5 10 3l7 6.5V17h-4.5v-5h-5v5H3Z',
  user: 'M6.5 7a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0M3.5 17a6.5 6.5 0 0 1 13 0',
  sun: 'M6.5 10a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0M10 1.5v2m0 13v2M1.5 10h2m13 0h2M4 4l1.4 1.4m9.2 9.2L16 16m0-12-1.4 1.4M5.4 14.6 4 16',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12Z',
  auto: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M10 3.2v13.6M13 4v12M10 7h3m-3 3h3m-3 3h3',
  exit: 'M8 3H4v14h4m4-11 4 4-4 4m4-4H8',
  left: 'm12 4-6 6 6 6',
  right: 'm8 4 6 6-6 6',
  up: 'm4 12 6-6 6 6',
  down: 'm4 8 6 6 6-6',
  trash: 'M3.5 5.5h13M8 5V3h4v2m-6.5.5.8 11.5h7.4l.8-11.5',
  pencil: 'm4 16 1-4 8.5-8.5 3 3L8 15Zm7.5-10.5 3 3',
  wallet: 'M3 6.5A2.5 2.5 0 0 1 5.5 4H15v3M5 7h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-5.5a2 2 0 0 1 2 -2ZM13 11.7h.5',
  warning: 'M10 3 18 16.5H2Zm0 5v4m0 2.3v.2',
  info: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M10 9.5V14m0-7.3v.2',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3L10 5.7m1.5 2.8a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3L10 14.3',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10ZM7.5 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0',
  list: 'M7 5.5h10M7 10h10M7 14.5h10M3.2 5.5h.1m-.1 4.5h.1m-.1 4.5h.1',
  news: 'M4 3.5h12v13H4ZM7 7.2h6M7 10h6M7 12.8h3.5',
  trend: 'm2.5 14.5 5-5.5 3.5 3 6-7m-4.2-.2H17V9',
  heart: 'M10 16.5S3 12.4 3 7.7A3.6 3.6 0 0 1 10 6a3.6 3.6 0 0 1 7 1.7c0 4.7-7 8.8-7 8.8Z',
  sliders: 'M3 6h8m4 0h2M3 14h2m4 0h8M11 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M5 14a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  help: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M8 8.2a2 2 0 1 1 3.1 1.7c-.7.5-1.1.9-1.1 1.6m0 2.5v.2',
  share: 'M10 12.5V3m0 0L6.5 6.5M10 3l3.5 3.5M4.5 10.5V17h11v-6.5',
  mail: 'M3 4.5h14v11H3Zm0 .5 7 6 7-6',
  copy: 'M7 7h9.5v9.5H7ZM4 13H3.5V3.5H13V4',
  play: 'M6 3.5v13L16.5 10Z',
  pause: 'M6.5 4v12m7-12v12',
} as const

export type MoreIcons = keyof typeof MORE

addShapes(MORE)
