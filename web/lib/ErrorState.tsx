import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Drawing } from '../ui/art/Drawing.tsx'
import { Button } from '../ui/Button.tsx'
import css from '../ui/State.module.css'
import '../ui/icons.ts'
import { ApiError } from './api-error.ts'
import { errorText } from './errors.ts'

/** Shows an error and a retry. `safe` says what the error has not affected. */
export function ErrorState({ error, safe, onRetry, busy }: { error: unknown; safe?: ReactNode; onRetry?: () => void; busy?: boolean }) {
  const { t } = useLingui()
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={css.state} role="alert">
      <Drawing name="lost" />
      <h2>{t`Something went wrong`}</h2>
      <p>{errorText(error)}</p>
      {safe && <p>{safe}</p>}
      {onRetry && (
        <Button look="primary" onClick={onRetry} busy={busy}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {requestId && (
        <p className="small">
          <Trans>
            Error ID: <code>{requestId}</code>
          </Trans>
        </p>
      )}
    </div>
  )
}
