import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import css from './ConnectionNotice.module.css'
import { useOnline } from './connection.ts'
import { retryFailedLoads, useHasFailedLoads } from './lazy-component.ts'

/**
 * Says that there is no connection, or that code could not be loaded, with a retry. Shown as a `strip` at the bottom of the window, and
 * also in each dialog above its content, because a dialog covers the strip.
 */
export function ConnectionNotice({ strip }: { strip?: boolean }) {
  const online = useOnline()
  const unloaded = useHasFailedLoads()
  const shown = unloaded || !online
  return (
    <div className={strip ? css.strip : css.note} role="status" data-strip={(strip && shown) || undefined}>
      {shown && (
        <p>
          {unloaded ? <Trans>This could not be loaded.</Trans> : <Trans>No connection. Messages and pages load when it is back.</Trans>}
        </p>
      )}
      {unloaded && (
        <Button small onClick={retryFailedLoads}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
