import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { PlatformAdmin } from '../../../workers/creators/creators.schema.ts'
import { needsFreshSignIn } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { foundCreatorQuery } from '../../queries/manage-creators.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EarlierRequest } from '../orders/EarlierRequest.tsx'
import { TransactionFoot } from '../orders/TransactionFoot.tsx'
import { ConfirmSession } from './ConfirmSession.tsx'
import { CreatorFacts } from './CreatorFacts.tsx'
import { type ChangeFault, findChangeFault } from './change-fault.ts'
import { changeTexts } from './change-texts.ts'
import { creatorCall, isRemoval } from './creator-call.ts'
import { type CreatorChange, useSentChanges } from './creator-changes.ts'
import css from './creators-admin.module.css'
import { usePanelChange } from './use-panel-change.ts'

interface Props {
  admin: PlatformAdmin
  /** The id of the viewer. */
  userId: number
  change: CreatorChange
  onClose: () => void
}

/** Confirms a change of the contract's list of creators, sends its transaction from the admin's wallet, and reports it to the server. */
export function ChangeDialog({ admin, userId, change, onClose }: Props) {
  const { i18n, t } = useLingui()
  const found = useQuery(foundCreatorQuery(change.address))
  const action = usePanelChange(change, onClose)
  const { busy, isOverdue } = action
  const call = creatorCall(admin, change)
  const refusal = needsFreshSignIn(action.error) ? action.error : null
  const sent = useSentChanges().find((one) => one.kind === change.kind && one.address === change.address)
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const isTyped = /^0x[0-9a-fA-F]{64}$/.test(typed.trim())
  const isOnChain = found.data?.isOnChain
  // While the change runs, the contract says what its own transaction did.
  const isSentElsewhere = !busy && !sent && isOnChain !== undefined && isOnChain === !isRemoval(change)
  const fault = found.data ? findChangeFault(found.data, change, userId) : null
  const canRun = Boolean(found.data) && (busy || fault === null)

  const run = () => {
    if (sent) return action.resume(sent)
    if (!isSentElsewhere) return action.send(call)
    if (isTyped) return action.report(typed.trim())
    focusFirstFault(form)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!busy && canRun) void run()
  }

  return (
    <Dialog
      title={i18n._(changeTexts[change.kind].title(change.name))}
      onClose={onClose}
      locked={busy && !isOverdue}
      plain={isRemoval(change)}
      foot={
        <TransactionFoot transaction={refusal ? { ...action, error: null } : action} lastStep={t`Recorded`} onClose={onClose}>
          {!busy && (
            <Button onClick={onClose}>
              <Trans>Not now</Trans>
            </Button>
          )}
          {!refusal && (
            <Button look={isRemoval(change) ? 'danger' : 'primary'} type="submit" form={formId} busy={busy} disabled={!canRun}>
              {sent && !busy ? <Trans>Try again</Trans> : i18n._(changeTexts[change.kind].button)}
            </Button>
          )}
        </TransactionFoot>
      }
    >
      <form id={formId} ref={form} className={css.form} onSubmit={submit} noValidate>
        <Meaning kind={change.kind} />
        {found.data ? (
          <CreatorFacts found={found.data} name={change.name} address={change.address} />
        ) : found.error ? (
          <ErrorState error={found.error} onRetry={() => found.refetch()} busy={found.isFetching} />
        ) : (
          <Skeleton width="100%" height={140} />
        )}
        {refusal && <ConfirmSession refusal={refusal} onConfirmed={run} />}
        {!busy && fault && <Fault fault={fault} />}
        {!busy && !sent && <EarlierRequest subject={call.subject} account={admin.wallet} />}
        {fault === null && isSentElsewhere && (
          <TextField
            label={<Trans>Hash of the transaction</Trans>}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={isChecked && !isTyped ? t`A hash is 0x and 64 more characters from 0 to 9 and a to f.` : null}
            hint={<Trans>The contract already has this change. Enter the transaction that made it; a block explorer shows it.</Trans>}
            placeholder="0x…"
            maxLength={80}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </form>
    </Dialog>
  )
}

const MEANINGS: Partial<Record<CreatorChange['kind'], ReactNode>> = {
  grant: (
    <Trans>
      Your wallet adds the applicant’s wallet to the creators of the Platform contract, and you pay the network fee. Then the applicant gets
      the name and is notified.
    </Trans>
  ),
  restore: (
    <Trans>
      Your wallet adds the creator’s wallet to the Platform contract again, and you pay the network fee. The page comes back as it was; it
      is not promoted.
    </Trans>
  ),
  remove: (
    <Trans>
      Your wallet removes the creator’s wallet from the Platform contract, and you pay the network fee. The page disappears. The name and
      all works are kept, and you can restore the creator later.
    </Trans>
  ),
  removeWallet: (
    <Trans>
      Your wallet removes this wallet from the creators of the Platform contract, and you pay the network fee. It can then create no more
      collections. It is the wallet of no creator on this site.
    </Trans>
  ),
}
const Meaning = ({ kind }: Pick<CreatorChange, 'kind'>) => <p>{MEANINGS[kind]}</p>

/** Why the server would refuse the change. It is shown before a transaction is sent in vain. */
function Fault({ fault }: { fault: ChangeFault }) {
  return (
    <Notice tone="amber">
      {fault === 'own' ? (
        <Trans>This is about yourself. Another admin has to do it.</Trans>
      ) : fault === 'unlinked' ? (
        <Trans>This wallet is no longer linked to the member’s account.</Trans>
      ) : (
        <Trans>This has changed in the meantime. Close this dialog, and look at the list again.</Trans>
      )}
    </Notice>
  )
}
