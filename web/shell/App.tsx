import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, type RefObject, Suspense, use, useDeferredValue, useEffect, useRef } from 'react'
import { useRouter, useSearch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { ConnectionNotice } from '../lib/ConnectionNotice.tsx'
import { ErrorBoundary } from '../lib/ErrorBoundary.tsx'
import { installOffer } from '../lib/install-offer.ts'
import { lazyComponent, loadUntilDone, useReloadForNewFiles } from '../lib/lazy-component.ts'
import type { PageProps } from '../lib/page-props.ts'
import { decodeSegment } from '../lib/paths.ts'
import type { PageEntry, PageMatch } from '../page-entry.ts'
import { useViewer } from '../session/viewer.ts'
import { DialogNotice } from '../ui/dialog-notice.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './App.module.css'
import { DialogHost } from './dialogs.tsx'
import { Footer } from './Footer.tsx'
import { useScrollAndFocus } from './scroll-and-focus.ts'
import { useSidebarState } from './sidebar.ts'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'

/** The page for an unknown address. */
export const NotFoundPage = lazyComponent(() => import('./lazy/NotFoundPage.tsx'), ['shell'])
const InstallOffer = lazyComponent(() => import('./lazy/InstallOffer.tsx'), ['shell'])
const PhoneBar = lazyComponent(() => import('./lazy/PhoneBar.tsx'), ['shell'])
const Sidebar = lazyComponent(() => import('./lazy/Sidebar.tsx'), ['shell'])
const SuspensionNotice = lazyComponent(() => import('./lazy/SuspensionNotice.tsx'), ['shell'])

/** The component of a page. `fetch` loads the code and texts that it needs with these parameters before it is rendered. */
export type PageComponent = ComponentType<PageProps> & { fetch: (params: PageProps['params']) => Promise<unknown> }

/** The pages of the app. The list of all but the first is loaded when one of them is needed. */
export interface Pages {
  /** The page at a path, null if there is none, or undefined if the list of pages must be loaded first (`load()`). */
  find: (pathname: string) => (PageMatch & { Page: PageComponent }) | null | undefined
  load: () => Promise<void>
}

/** What to show at an address: its page, the component, and the decoded parameters. */
interface Shown {
  page: Partial<PageEntry>
  Page: PageComponent
  params: PageProps['params']
}

let loading: Promise<void> | undefined

/** What to show at a path. Suspends while the list of pages is loaded. */
function useShown(pathname: string, pages: Pages): Shown {
  const found = pages.find(pathname)
  if (found === undefined) {
    loading ??= loadUntilDone(pages.load)
    use(loading)
  }
  if (!found) return { page: {}, Page: NotFoundPage, params: {} }
  const params = Object.entries(found.params).map(([name, text]) => [name, text && decodeSegment(text)])
  return { ...found, params: Object.fromEntries(params) }
}

/** Loads the code and texts of a page when the pointer or the focus reaches a link to it. */
function useLinkPrefetch(pages: Pages) {
  useEffect(() => {
    const prefetch = async (event: Event) => {
      const link = (event.target as Element).closest?.('a')
      if (link?.origin !== location.origin) return
      try {
        if (pages.find(link.pathname) === undefined) await pages.load()
        const found = pages.find(link.pathname)
        await found?.Page.fetch(found.params)
      } catch {
        // Following the link loads the page again, and shows a notice if that fails.
      }
    }
    addEventListener('pointerover', prefetch)
    addEventListener('focusin', prefetch)
    return () => {
      removeEventListener('pointerover', prefetch)
      removeEventListener('focusin', prefetch)
    }
  }, [pages])
}

export function App({ pages }: { pages: Pages }) {
  const { t } = useLingui()
  useLinkPrefetch(pages)
  const viewer = useViewer()
  const chosenSide = useSidebarState()

  // The old page stays until the new one can be rendered.
  const wanted = usePathname(useRouter())
  const pathname = useDeferredValue(wanted)
  const current = useShown(pathname, pages)
  const { page, Page, params } = current
  const isOwn = page.frame === 'own'
  const side = isOwn ? 0 : chosenSide
  // A page with its own header and footer has its own <main> between them.
  const Main = isOwn ? 'div' : 'main'
  const hasPicture = isOwn || page.frame === 'hero'

  useReloadForNewFiles(wanted !== pathname)

  const main = useRef<HTMLElement>(null)
  useScrollAndFocus(pathname, useSearch(), current, main)

  return (
    <DialogNotice value={<ConnectionNotice />}>
      <div className={css.app} data-frame={page.frame} data-member={viewer ? '' : undefined}>
        <a className={css.skip} href="#main">
          <Trans>Skip to content</Trans>
        </a>
        {wanted !== pathname && <div className={css.loading} role="progressbar" aria-label={t`Loading`} />}
        {!isOwn && <TopBar over={hasPicture} tight={page.frame === 'room'} />}
        {side > 0 && (
          <Suspense fallback={null}>
            <Sidebar />
          </Suspense>
        )}
        <Main id="main" ref={main as RefObject<null>} tabIndex={-1} className={css.main}>
          <ErrorBoundary at={pathname}>
            <Suspense fallback={<Waiting hero={hasPicture} />}>
              <Page params={params} />
            </Suspense>
          </ErrorBoundary>
        </Main>
        {!isOwn && page.frame !== 'room' && <Footer />}
        {viewer && (
          <Suspense fallback={null}>
            <PhoneBar />
          </Suspense>
        )}
        {viewer?.suspension && (
          <Suspense fallback={null}>
            <SuspensionNotice suspension={viewer.suspension} />
          </Suspense>
        )}
        {installOffer.use() && (
          <Suspense fallback={null}>
            <InstallOffer />
          </Suspense>
        )}
        <ConnectionNotice strip />
        <DialogHost isGated={page.isGated} />
        <Toasts />
      </div>
    </DialogNotice>
  )
}

/** Shown until the code of the first page is loaded. Below a bar with light text it is dark. */
function Waiting({ hero }: { hero: boolean }) {
  useReloadForNewFiles(true)
  if (hero) return <div className={css.dusk} />
  return (
    <div className={`wrap ${css.waiting}`}>
      <Skeleton width="min(420px, 80%)" height={36} />
      <Skeleton width="100%" height={240} />
      <Skeleton width="60%" />
    </div>
  )
}
