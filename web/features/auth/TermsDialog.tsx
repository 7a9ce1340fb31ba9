import { Trans } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { useAcceptTerms } from '../../queries/account.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useLogout } from '../../wallet/logout.ts'
import css from './auth.module.css'
import { Terms } from './Terms.tsx'

/** Asks to accept the terms. After that, the person continues with what they wanted to do; declining logs out. */
export default function TermsDialog({ onClose }: DialogProps) {
  const accept = useAcceptTerms()
  const decline = useLogout()
  const error = accept.error ?? decline.error
  const busy = accept.isPending || decline.isPending

  return (
    <Dialog
      title={<Trans>Terms and conditions</Trans>}
      subtitle={<Trans>Eight short rules. Please read them once.</Trans>}
      onClose={onClose}
      locked={busy}
      wide
    >
      <Terms heading="h3" />
      {error && (
        <p className={css.notice} role="alert" data-bad>
          <Icon name="warning" />
          <span>{errorText(error)}</span>
        </p>
      )}
      <div className={css.answer}>
        <Button wide busy={decline.isPending} aria-disabled={busy} onClick={() => busy || decline.mutate(undefined)}>
          <Trans context="the terms">Decline</Trans>
        </Button>
        <Button look="primary" wide busy={accept.isPending} aria-disabled={busy} onClick={() => busy || accept.mutate()}>
          <Trans context="the terms">Accept</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
