import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { Button } from '../../ui/Button.tsx'

const StatementDialog = lazyComponent(() => import('./StatementDialog.tsx'), ['orders'])

/** Opens the dialog that saves the invoices of a year. */
export function Statement() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="calendar" small onClick={() => setOpen(true)}>
        <Trans>Yearly statement</Trans>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <StatementDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
