import { Trans, useLingui } from '@lingui/react/macro'
import type { Application } from '../../../workers/listings/applications.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useWithdraw } from '../../queries/applications.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import css from './applications.module.css'

/**
 * Asks to confirm a withdrawal, which deletes the message and the CV, and ends an accepted bid. A request to join an event has no CV.
 */
export function WithdrawDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const { t } = useLingui()
  const withdraw = useWithdraw()
  const isRequest = application.listType === 'events'
  const take = () =>
    withdraw.mutate(application, {
      onSuccess: () => {
        toast(isRequest ? t`Your request has been withdrawn.` : t`Your application has been withdrawn.`)
        onClose()
      },
      onError: (error) => toast(errorText(error), 'bad'),
    })
  return (
    <Dialog
      title={isRequest ? <Trans>Withdraw your request?</Trans> : <Trans>Withdraw your application?</Trans>}
      subtitle={<UserText text={application.title} />}
      onClose={onClose}
    >
      <div className={css.form}>
        <p>
          {isRequest ? (
            <Trans>Your message will be deleted, and your place, if you have one, becomes free again.</Trans>
          ) : (
            <Trans>Your message and your CV will be deleted.</Trans>
          )}
        </p>
        {application.status === 'accepted' && application.bid_price !== null && (
          <p>
            <Trans>Your bid can then no longer be ordered. Orders that exist stay as they are.</Trans>
          </p>
        )}
        <div className={css.buttons}>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button look="danger" onClick={take} busy={withdraw.isPending}>
            <Trans>Withdraw</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
