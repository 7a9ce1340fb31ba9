import type { ComponentType } from 'react'
import { fetchTab } from './features/home/Cards.tsx'
import HomePage from './features/home/HomePage.tsx'
import { lazyPage } from './lib/lazy-component.ts'
import type { PageProps } from './lib/page-props.ts'
import { catalogsOf, FIRST_PAGE, type PageEntry, pageMatcher } from './page-entry.ts'
import type { PageComponent, Pages } from './shell/App.tsx'

const matchFirst = pageMatcher([FIRST_PAGE])
let others: Pick<typeof import('./other-pages.ts'), 'loadPage' | 'matchPage'> | undefined

/** The code of the home page is in the entry chunk, except for the cards of jobs and events. */
const First: PageComponent = Object.assign(HomePage, { fetch: ({ type }: PageProps['params']) => fetchTab(type) })

const components: Record<string, PageComponent> = {}
const componentOf = (page: PageEntry, load: (page: PageEntry) => Promise<{ default: ComponentType<PageProps> }>) =>
  (components[page.source] ??= lazyPage(() => load(page), catalogsOf(page)))

/** The pages of this build. The code and catalogs of each are loaded when it is first rendered. */
export const pages: Pages = {
  find(pathname) {
    const first = matchFirst(pathname)
    if (first) return { ...first, Page: First }
    if (!others) return undefined
    const match = others.matchPage(pathname)
    if (!match || (match.page.isLocal && import.meta.env.MODE !== 'local-world')) return null
    return { ...match, Page: componentOf(match.page, others.loadPage) }
  },
  async load() {
    if (others) return
    // Named, so that the bundler needs no object of all that the module exports.
    const { loadPage, matchPage } = await import('./other-pages.ts')
    others = { loadPage, matchPage }
  },
}
