import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { checkServer, useOnline } from '../../lib/connection.ts'
import { type StoredPage, samePage, storedPages } from '../../lib/stored-pages.ts'
import { useTitle } from '../../session/title.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import css from './OfflinePage.module.css'

/** Opens the page that could not be loaded. */
const openWanted = () => location.replace(samePage(location.hash))

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/** `/offline/#/path`: shown by the service worker in place of a page that cannot be loaded. Opens that page when the connection is back. */
export default function OfflinePage() {
  const { t } = useLingui()
  useTitle(t`No connection`)
  const wanted = useSyncExternalStore(
    subscribe,
    () => samePage(location.hash),
    () => '/',
  )
  const [pages, setPages] = useState<StoredPage[]>([])
  useEffect(() => {
    storedPages().then(setPages)
    void checkServer()
  }, [])
  const online = useOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!online) wasOffline.current = true
    else if (wasOffline.current) openWanted()
  }, [online])
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={<Trans>No connection</Trans>}
        text={<Trans>This page opens as soon as the connection is back. What you have written is stored on this device.</Trans>}
      >
        <Button look="primary" onClick={openWanted}>
          <Trans>Try again</Trans>
        </Button>
        {wanted !== '/' && <p className={css.wanted}>{wanted}</p>}
      </EmptyState>
      {pages.length > 0 && (
        <section className={css.pages}>
          <h2>
            <Trans>Pages on this device</Trans>
          </h2>
          <ul>
            {pages.map(({ path, title }) => (
              <li key={path}>
                {/* A full load, because only the service worker has the page. */}
                <a href={path}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
