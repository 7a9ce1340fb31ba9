import { Trans } from '@lingui/react/macro'
import { openDialog } from '../../session/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown to a guest instead of orders. */
export function LoginFirst() {
  return (
    <EmptyState
      drawing="orders"
      title={<Trans>Log in to see your orders</Trans>}
      text={<Trans>Log in to the account you buy or sell with.</Trans>}
    >
      <Button look="primary" onClick={() => openDialog('login')}>
        <Trans>Log in</Trans>
      </Button>
    </EmptyState>
  )
}
