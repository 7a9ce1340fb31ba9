import type { ComponentType } from 'react'
import { lazyPage } from './lib/lazy-component.ts'
import type { PageProps } from './lib/page-props.ts'
import { catalogsOf, PAGES } from './pages.ts'
import type { PageComponents } from './shell/App.tsx'

type Load = () => Promise<{ default: ComponentType<PageProps> }>

const SOURCES: Record<string, Load> = {
  ...import.meta.glob<{ default: ComponentType<PageProps> }>('./*/*Page.tsx', { base: './features' }),
  ...(import.meta.env.MODE === 'local-world' && { './gallery/GalleryPage.tsx': () => import('./gallery/GalleryPage.tsx') }),
}

/** The components of all pages of this build. Each is loaded with its catalogs when it is first rendered. */
export const pageComponents: PageComponents = Object.fromEntries(
  PAGES.filter(({ source }) => SOURCES[`./${source}.tsx`]).map((page) => [
    page.source,
    lazyPage(SOURCES[`./${page.source}.tsx`]!, catalogsOf(page)),
  ]),
)
