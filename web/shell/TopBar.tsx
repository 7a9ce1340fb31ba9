import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, Suspense, startTransition, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { brand } from '../brand.ts'
import { type Locale, locale } from '../i18n.ts'
import { later } from '../later.ts'
import { decodeSegment, paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { openDialog } from './dialogs.tsx'
import { Logo } from './Logo.tsx'
import css from './TopBar.module.css'
import { useViewer } from './viewer.ts'

const Settings = later(() => import('./Settings.tsx'))
const Account = later(() => import('./Account.tsx'))
const Suggestions = later(() => import('../features/search/Suggestions.tsx'), ['search'])

const SHORT: Record<Locale, string> = { en: 'EN', ja: '日本語' }

/** From here on the bar is dark glass, whatever lies below (CSS pixels). */
const SCROLLED = 50

function useScrolled(): boolean {
  const [scrolled, set] = useState(scrollY > SCROLLED)
  useEffect(() => {
    const look = () => set(scrollY > SCROLLED)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return scrolled
}

/** The bar at the top. `over`: the page begins with a picture that lies under it; `tight`: one row, on phones too. */
export function TopBar({ over, tight }: { over: boolean; tight: boolean }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const scrolled = useScrolled()
  return (
    <header className={css.bar} data-over={over} data-dark={over || scrolled} data-scrolled={scrolled} data-tight={tight}>
      <div className={`wrap ${css.row}`}>
        <Link href={paths.home()} aria-label={t`${brand.name}, to the start`}>
          <Logo />
        </Link>
        <Search />
        <nav className={css.nav} aria-label={t`Main`}>
          {viewer && (
            <>
              <Link href={paths.orders()} className={css.link}>
                <Icon name="box" />
                <Trans>Orders</Trans>
              </Link>
              <Link href={paths.messenger()} className={css.link}>
                <Icon name="chat" />
                <Trans>Messages</Trans>
              </Link>
            </>
          )}
          <SettingsButton />
          {viewer ? (
            <Suspense fallback={<Skeleton width={44} height={44} round />}>
              <Account viewer={viewer} />
            </Suspense>
          ) : viewer === null ? (
            <Button onClick={() => openDialog('login')}>
              <Trans>Log in</Trans>
            </Button>
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
  const query = path.startsWith('/search/') ? decodeSegment(location.pathname.split('/')[2] ?? '') : ''
  const current = query === 'userId' ? '' : query
  // What stands in the field while somebody is at it; null when nobody is.
  const [typed, setTyped] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('q')).trim()
    setTyped(null)
    if (text) navigate(paths.search(text))
  }
  return (
    <search
      className={css.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null)
      }}
    >
      <form onSubmit={submit}>
        <Icon name="search" />
        <input
          key={current}
          type="search"
          name="q"
          defaultValue={current}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t`Search`}
          placeholder={t`Search services`}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {typed !== null && (
        <Suspense fallback={null}>
          <Suggestions text={typed} onClose={() => setTyped(null)} />
        </Suspense>
      )}
    </search>
  )
}

/** Language and colours, for everybody; the menu itself comes when the pointer or the focus does. */
function SettingsButton() {
  const { t } = useLingui()
  const [wanted, want] = useState(false)
  const near = () => void Settings.fetch().catch(() => {})
  const label = t`${SHORT[locale()]}, language and colours`
  const face = (
    <>
      <Icon name="globe" />
      <span className={css.language}>{SHORT[locale()]}</span>
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
      <Settings label={label} face={face} />
    </Suspense>
  )
}
