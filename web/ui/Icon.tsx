import { type FIRST_ICONS, shapes } from './icon-shapes.ts'
import type { MoreIcons } from './icons.ts'

export type IconName = keyof typeof FIRST_ICONS | MoreIcons

let isLoading = false
function loadMoreIcons() {
  if (isLoading) return
  isLoading = true
  import('./more-icons.ts').catch(() => {
    isLoading = false
  })
}

/** A line icon on a 20 px grid in the colour of the text; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const shape = shapes.use()[name]
  if (!shape) loadMoreIcons()
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
