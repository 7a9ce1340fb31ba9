import type { ComponentType } from 'react'
import type { PageProps } from './lib/page-props.ts'
import type { PageEntry } from './page-entry.ts'

// A separate file, because the first page is smaller without the list of the other pages and the names of their files.
export { matchPage } from './pages.ts'

type Load = () => Promise<{ default: ComponentType<PageProps> }>

/** How to load the component of each public page but the first, by its source file. */
const SOURCES: Record<string, Load> = import.meta.glob<{ default: ComponentType<PageProps> }>(
  [
    './*/*Page.tsx',
    '!./{admin-pages,auth,chat,creators,home,listing-editor,notifications,orders,settings}/*',
    '!./pages/OfflinePage.tsx',
    '!./profile/ProfilePage.tsx',
    '!./saved/{List,Matches,Saved,Searches}Page.tsx',
  ],
  { base: './features' },
)

/** Loads the component of a page other than the first. */
export const loadPage = async ({ source, isPersonal }: PageEntry): Promise<{ default: ComponentType<PageProps> }> => {
  const sources = isPersonal ? (await import('./personal-pages.ts')).SOURCES : SOURCES
  return sources[`./${source}.tsx`]!()
}
