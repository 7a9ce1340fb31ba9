import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { matchRoute, useRouter } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { ConnectionNotice } from '../lib/ConnectionNotice.tsx'
import { ErrorBoundary } from '../lib/ErrorBoundary.tsx'
import { later, useFreshFiles } from '../lib/lazy-component.ts'
import { decodeSegment } from '../lib/paths.ts'
import { lost, type Route, routes } from '../routes.tsx'
import { useViewer } from '../session/viewer.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './App.module.css'
import { DialogHost } from './dialogs.tsx'
import { Footer } from './Footer.tsx'
import { useSide } from './sidebar.ts'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'

const PhoneBar = later(() => import('./lazy/PhoneBar.tsx'), ['shell'])
const Sidebar = later(() => import('./lazy/Sidebar.tsx'), ['shell'])

/** The route of a path as the address bar has it, with its parameters decoded. */
function useMatch() {
  const { parser } = useRouter()
  return (pathname: string): { route: Route; params: Record<string, string | undefined> } => {
    for (const route of routes) {
      const [hit, params] = matchRoute(parser, route.path, pathname)
      if (hit)
        return { route, params: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, text && decodeSegment(text)])) }
    }
    return { route: lost, params: {} }
  }
}

/** Code and texts of a page start to load when the pointer or the focus comes to a link to it. */
function usePrefetch(match: ReturnType<typeof useMatch>) {
  useEffect(() => {
    const near = (event: Event) => {
      const link = (event.target as Element).closest?.('a')
      if (link?.origin === location.origin)
        match(link.pathname)
          .route.page.fetch()
          .catch(() => {})
    }
    addEventListener('pointerover', near)
    addEventListener('focusin', near)
    return () => {
      removeEventListener('pointerover', near)
      removeEventListener('focusin', near)
    }
  })
}

/** How far each page was read, for the way back. */
const places = new Map<string, number>()

/** As a full page load would: a new page starts at its top and takes the focus; the way back leads to where one was. */
function useArrival(pathname: string, { page, still }: Route, main: RefObject<HTMLElement | null>) {
  const shown = useRef({ pathname, page })
  const back = useRef(false)
  useEffect(() => {
    const note = () => void places.set(shown.current.pathname, scrollY)
    const turn = () => {
      back.current = location.pathname !== shown.current.pathname
    }
    addEventListener('scroll', note, { passive: true })
    addEventListener('popstate', turn)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('popstate', turn)
    }
  }, [])
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { pathname, page }
    const same = before.page === page
    if (before.pathname !== pathname && !(same && still)) {
      scrollTo(0, back.current ? (places.get(pathname) ?? 0) : 0)
      if (!same) main.current?.focus({ preventScroll: true })
    }
    back.current = false
  }, [pathname, page, still, main])
}

export function App() {
  const { t } = useLingui()
  const match = useMatch()
  usePrefetch(match)
  const viewer = useViewer()
  const side = useSide()

  // The old page stays until the new one can be drawn.
  const wanted = usePathname()
  const pathname = useDeferredValue(wanted)
  const { route, params } = match(pathname)
  const Page = route.page

  useFreshFiles(wanted !== pathname)

  const main = useRef<HTMLElement>(null)
  useArrival(pathname, route, main)

  return (
    <div className={css.app} data-frame={route.frame} data-member={viewer ? '' : undefined} data-side={side}>
      <a className={css.skip} href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      {wanted !== pathname && <div className={css.loading} role="progressbar" aria-label={t`Loading`} />}
      <TopBar over={route.frame === 'hero'} tight={route.frame === 'room'} />
      {side > 0 && (
        <Suspense fallback={null}>
          <Sidebar />
        </Suspense>
      )}
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        <ErrorBoundary at={pathname}>
          <Suspense fallback={<Waiting hero={route.frame === 'hero'} />}>
            <Page params={params} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {route.frame !== 'room' && <Footer />}
      {viewer && (
        <Suspense fallback={null}>
          <PhoneBar viewer={viewer} />
        </Suspense>
      )}
      <ConnectionNotice strip />
      <DialogHost gated={route.gated} />
      <Toasts />
    </div>
  )
}

/** Before the first page's own code is there; what lies under a light-lettered bar is dark from the start. */
function Waiting({ hero }: { hero: boolean }) {
  useFreshFiles(true)
  if (hero) return <div className={css.dusk} />
  return (
    <div className={`wrap ${css.waiting}`}>
      <Skeleton width="min(420px, 80%)" height={36} />
      <Skeleton width="100%" height={240} />
      <Skeleton width="60%" />
    </div>
  )
}
