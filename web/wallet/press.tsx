import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { createRoot } from 'react-dom/client'
import { loadCatalog } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/**
 * Asks for a press, which lets the browser open the wallet's window; resolves during the press. If the dialog is closed instead, throws
 * code 4001, as a wallet does.
 */
export async function waitForPress(): Promise<void> {
  await Promise.all(['ui', 'wallet'].map(loadCatalog))
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  root.render(
    <I18nProvider i18n={i18n}>
      <Dialog
        title={<Trans>Continue in Base Account</Trans>}
        subtitle={<Trans>Your browser opens the window only when you press the button.</Trans>}
        onClose={() => reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))}
      >
        <Button look="primary" icon="wallet" wide onClick={() => resolve()}>
          <Trans>Open Base Account</Trans>
        </Button>
      </Dialog>
    </I18nProvider>,
  )
  return promise.finally(() => {
    root.unmount()
    host.remove()
  })
}
