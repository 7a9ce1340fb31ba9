import type { MoreIcons } from './icons.ts'
import { createStore } from './store.ts'

/** Name -> path, of what the first page draws. All others are in icons.ts. */
const FIRST = {
  search: 'M3 9a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M14 14l4 4',
  star: 'm10 2.5 2.3 4.9 5.2.7-3.8 3.7.9 5.3-4.6-2.6-4.6 2.6.9-5.3-3.8-3.7 5.2-.7Z',
  plus: 'M10 4v12M4 10h12',
  globe: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M3 10h14M10 3c4.5 4.5 4.5 9.5 0 14-4.5-4.5-4.5-9.5 0-14Z',
  photo:
    'M4.5 4h11a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-11a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2ZM5.5 8.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M3 15l4.5-4 3 2.5L14 10l3.5 3.5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
} as const

export type IconName = keyof typeof FIRST | MoreIcons

const shapes = createStore<Partial<Record<IconName, string>>>(FIRST)

/** Called by icons.ts; whatever was drawn without its shape gets it then. */
export const addShapes = (more: Partial<Record<IconName, string>>): void => shapes.set({ ...shapes.get(), ...more })

let asked = false
function loadMore() {
  if (asked) return
  asked = true
  import('./icons.ts').catch(() => {
    asked = false
  })
}

/** Line drawings on a 20 px grid, in the colour of the text around them; silent to screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const shape = shapes.use()[name]
  if (!shape) loadMore()
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
      <path d={shape} fill={name === 'star' ? 'currentColor' : undefined} />
    </svg>
  )
}
