import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError } from '../lib/api.ts'
import { errorText } from '../lib/errors.ts'
import { Drawing, type DrawingName } from './art/Drawing.tsx'
import { Button } from './Button.tsx'
import './icons.ts'
import css from './States.module.css'

/** Nothing here yet: says so, and what to do next. `children` is the way on, a button or a link. */
export function EmptyState({
  drawing,
  title,
  text,
  heading: Heading = 'h2',
  children,
}: {
  drawing: DrawingName
  title: ReactNode
  text: ReactNode
  /** `h1` where it is all there is on the page. */
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}) {
  return (
    <div className={css.state}>
      <Drawing name={drawing} />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Something failed: what happened, what is `safe` in spite of it, and another try. */
export function ErrorState({ error, safe, onRetry, busy }: { error: unknown; safe?: ReactNode; onRetry?: () => void; busy?: boolean }) {
  const { t } = useLingui()
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={css.state} role="alert">
      <Drawing name="lost" />
      <h2>{t`That did not work`}</h2>
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
            For our help: <code>{requestId}</code>
          </Trans>
        </p>
      )}
    </div>
  )
}
