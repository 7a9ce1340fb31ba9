import type { ComponentType } from 'react'
import type { PageProps } from './lib/page-props.ts'

/**
 * How to load the component of each page that is for its visitor only, by its source file. They need many files, which others need not
 * name.
 */
export const SOURCES: Record<string, () => Promise<{ default: ComponentType<PageProps> }>> = {
  ...import.meta.glob<{ default: ComponentType<PageProps> }>(
    [
      './{admin-pages,auth,chat,creators,listing-editor,notifications,orders,settings}/*Page.tsx',
      './pages/OfflinePage.tsx',
      './profile/ProfilePage.tsx',
      './saved/{List,Matches,Saved,Searches}Page.tsx',
    ],
    { base: './features' },
  ),
  ...(import.meta.env.MODE === 'local-world' && { './gallery/GalleryPage.tsx': () => import('./gallery/GalleryPage.tsx') }),
}
