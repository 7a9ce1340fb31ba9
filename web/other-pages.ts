import type { ComponentType } from 'react'
import type { PageProps } from './lib/page-props.ts'

// A separate file, because the first page is smaller without the list of the other pages and the names of their files.
export { matchPage } from './pages.ts'

/** How to load the component of each page but the first, by its source file. */
export const SOURCES: Record<string, () => Promise<{ default: ComponentType<PageProps> }>> = {
  ...import.meta.glob<{ default: ComponentType<PageProps> }>(['./*/*Page.tsx', '!./home/*'], { base: './features' }),
  ...(import.meta.env.MODE === 'local-world' && { './gallery/GalleryPage.tsx': () => import('./gallery/GalleryPage.tsx') }),
}
