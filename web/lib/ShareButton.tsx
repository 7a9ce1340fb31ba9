import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyComponent } from './lazy-component.ts'
import { usePrefetch } from './prefetch.ts'

const ShareDialog = lazyComponent(() => import('../ui/ShareDialog.tsx'))

/** Opens the dialog that shares the page at `path`. `isPrefetched`: the code of the dialog is loaded before the press. */
export function ShareButton({ path, title, isPrefetched }: { path: string; title: string; isPrefetched: boolean }) {
  const [open, setOpen] = useState(false)
  usePrefetch(isPrefetched, ShareDialog)
  return (
    <>
      <Button icon="share" onPointerEnter={() => void ShareDialog.fetch().catch(() => {})} onClick={() => setOpen(true)}>
        <Trans>Share</Trans>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ShareDialog url={location.origin + path} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
