import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/**
 * An entry of a list, rendered from the record `of`. If rendering fails, a note replaces the entry, the other entries stay, and React logs
 * the error. If `of` changes, the entry is rendered again.
 */
export function Entry({ of, tag: Tag = 'p', children }: { of: object; tag?: 'p' | 'li'; children: ReactNode }) {
  return (
    <ErrorBoundary
      at={of}
      instead={
        <Tag className="mute">
          <Trans>We could not show this item. Reload the page to try again.</Trans>
        </Tag>
      }
    >
      {children}
    </ErrorBoundary>
  )
}
