import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ManagedCreator } from '../../../workers/creators/creators.schema.ts'
import { type ApiError, needsFreshSignIn } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { useToggleShop } from '../../queries/manage-creators.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { ConfirmSession } from './ConfirmSession.tsx'

/** Lets a creator sell in the shop, or no longer. `userId` is the id of the viewer, who cannot let themselves sell. */
export function SellSwitch({ creator, userId }: { creator: ManagedCreator; userId: number }) {
  const { t } = useLingui()
  const { user_id: id, name, maySell, removedAt } = creator
  const { mutateAsync, isPending, variables } = useToggleShop()
  // The change that waits until the viewer has signed in again.
  const [refused, setRefused] = useState<{ value: boolean; refusal: ApiError } | null>(null)
  const change = (value: boolean) =>
    mutateAsync({ id, value }).then(
      () => setRefused(null),
      (error: unknown) => {
        setRefused(needsFreshSignIn(error) ? { value, refusal: error } : null)
        if (!needsFreshSignIn(error)) toast(errorText(error), 'bad')
      },
    )
  return (
    <>
      <Switch
        label={<span className="unseen">{t`Let ${name} sell in the shop`}</span>}
        checked={isPending ? variables.value : maySell}
        disabled={!maySell && (removedAt !== null || id === userId)}
        // While it is being changed, a press does nothing. A disabled switch would lose the focus.
        onChange={(value) => !isPending && void change(value)}
      />
      {refused && (
        <Dialog
          title={refused.value ? <Trans>Let {name} sell in the shop?</Trans> : <Trans>Let {name} no longer sell in the shop?</Trans>}
          onClose={() => setRefused(null)}
          locked={isPending}
          plain
        >
          <ConfirmSession refusal={refused.refusal} onConfirmed={() => change(refused.value)} />
        </Dialog>
      )}
    </>
  )
}
