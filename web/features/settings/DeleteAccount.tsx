import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from './Section.tsx'

const DeleteDialog = lazyComponent(() => import('./DeleteDialog.tsx'), ['settings'])

export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  usePrefetch(true, DeleteDialog)
  return (
    <Section
      title={<Trans>Delete your account</Trans>}
      text={<Trans>This is permanent. Before you confirm, you see what is deleted and what is kept.</Trans>}
    >
      <Button look="danger" icon="trash" onClick={() => setOpen(true)}>
        <Trans>Delete account…</Trans>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <DeleteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
