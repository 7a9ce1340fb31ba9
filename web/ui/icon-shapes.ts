import { createStore } from './store.ts'

/** The icons of the first page: name to SVG path. All others are in icons.ts. */
export const FIRST_ICONS = {
  search: 'M3 9a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M14 14l4 4',
  star: 'm10 2.5 2.3 4.9 5.2.7-3.8 3.7.9 5.3-4.6-2.6-4.6 2.6.9-5.3-3.8-3.7 5.2-.7Z',
  plus: 'M10 4v12M4 10h12',
  globe: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M3 10h14M10 3c4.5 4.5 4.5 9.5 0 14-4.5-4.5-4.5-9.5 0-14Z',
  photo:
    'M4.5 4h11a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-11a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2ZM5.5 8.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M3 15l4.5-4 3 2.5L14 10l3.5 3.5',
  heart: 'M10 16.5S3 12.4 3 7.7A3.6 3.6 0 0 1 10 6a3.6 3.6 0 0 1 7 1.7c0 4.7-7 8.8-7 8.8Z',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
} as const

/** The loaded icons: name to SVG path. */
export const shapes = createStore<Readonly<Record<string, string>>>(FIRST_ICONS, true)

/** Adds icons. Those that the page already uses are drawn now. */
export const addShapes = (more: Readonly<Record<string, string>>): void => shapes.set({ ...shapes.get(), ...more })
