import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * One of a list, drawn from `of`. Where that cannot be drawn, it says so in its place, the others stay, and React logs why; another
 * `of` gets its own try.
 */
export function Entry({ of, tag: Tag = 'p', children }: { of: object; tag?: 'p' | 'li'; children: ReactNode }) {
  return (
    <ErrorBoundary
      at={of}
      instead={
        <Tag className="mute">
          <Trans>This entry cannot be shown.</Trans>
        </Tag>
      }
    >
      {children}
    </ErrorBoundary>
  )
}
