import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, startTransition, useEffect, useState } from 'react'
import { Link, useLocation, useRouter } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { LOCALES } from '../../workers/shared/locales.schema.ts'
import { brand } from '../brand.ts'
import { locale } from '../lib/i18n.ts'
import { lazyComponent } from '../lib/lazy-component.ts'
import { decodeSegment, paths } from '../lib/paths.ts'
import { openDialog } from '../session/dialogs.ts'
import { useViewer } from '../session/viewer.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { prefetchDialog } from './dialogs.tsx'
import { Logo } from './Logo.tsx'
import { SCROLLED } from './layout.ts'
import { cycleSidebar, isWideWindow, useIsWideWindow, useSidebarState } from './sidebar.ts'
import css from './TopBar.module.css'

const SettingsMenu = lazyComponent(() => import('./lazy/SettingsMenu.tsx'), ['shell'])
/** The bar of members, whose buttons work only once its code is loaded. */
export const MemberBar = lazyComponent(() => import('./lazy/MemberBar.tsx'), ['shell', 'carrots'])
const Suggestions = lazyComponent(() => import('../features/search/Suggestions.tsx'), ['search', 'cards'])

function useScrolled(): boolean {
  const [scrolled, set] = useState(false)
  useEffect(() => {
    const look = () => set(scrollY > SCROLLED)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return scrolled
}

/** The top bar. `over`: the page begins with a picture below it. `tight`: one row, on phones too. */
export function TopBar({ over, tight }: { over: boolean; tight: boolean }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const scrolled = useScrolled()
  const side = useSidebarState()
  const wide = useIsWideWindow()
  return (
    <header className={`${css.bar} ${over || scrolled ? 'over' : ''}`} data-over={over} data-scrolled={scrolled} data-tight={tight}>
      <div className={css.row}>
        <div className={css.start}>
          <IconButton
            icon="menu"
            label={t`Menu`}
            aria-expanded={side > 0}
            aria-haspopup={wide ? undefined : 'dialog'}
            {...(!wide && prefetchDialog('menu'))}
            // A window that was just resized is not rendered yet, so the handler asks again.
            onClick={() => (isWideWindow() ? cycleSidebar() : openDialog('menu'))}
          />
          <Link href={paths.home()} aria-label={t`${brand.name} home page`}>
            <Logo />
          </Link>
        </div>
        <div className={css.search}>
          <Search />
        </div>
        <nav className={css.nav} aria-label={t`Main`}>
          {viewer ? (
            <Suspense fallback={<Skeleton width={44} height={44} round />}>
              <MemberBar viewer={viewer} />
            </Suspense>
          ) : viewer === null ? (
            <>
              <SettingsButton />
              <Button {...prefetchDialog('login')} onClick={() => openDialog('login')}>
                <Trans>Log in</Trans>
              </Button>
            </>
          ) : (
            <Skeleton width={44} height={44} round />
          )}
        </nav>
      </div>
    </header>
  )
}

function Search() {
  const { t } = useLingui()
  const [path, navigate] = useLocation()
  // As it is in the address, because `path` is decoded.
  const pathname = usePathname(useRouter())
  const query = path.startsWith('/search/') ? decodeSegment(pathname.split('/')[2] ?? '') : ''
  // The text of the field while it is being edited, else null.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <SearchBar
      action={paths.searchForm()}
      label={t`Search`}
      placeholder={t`Search services, jobs, events`}
      value={query === 'userId' ? '' : query}
      onText={setTyped}
      onSubmit={(text) => navigate(paths.search(text))}
    >
      {typed !== null && (
        <Suspense fallback={null}>
          <Suggestions text={typed} onClose={() => setTyped(null)} />
        </Suspense>
      )}
    </SearchBar>
  )
}

/** The button for language and appearance. Its menu is loaded when the pointer or the focus reaches it. */
function SettingsButton() {
  const { t } = useLingui()
  const [wanted, want] = useState(false)
  const near = () => void SettingsMenu.fetch().catch(() => {})
  const { short } = LOCALES[locale()]
  const label = t`${short}, language and appearance`
  const face = (
    <>
      <Icon name="globe" />
      <span className={css.language}>{short}</span>
    </>
  )
  const closed = (
    <button
      type="button"
      className={css.settings}
      aria-label={label}
      title={label}
      aria-expanded={false}
      onPointerEnter={near}
      onFocus={near}
      onClick={() => startTransition(() => want(true))}
    >
      {face}
    </button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <SettingsMenu label={label} face={face} />
    </Suspense>
  )
}
