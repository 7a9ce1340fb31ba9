import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { FoundCreator } from '../../../workers/creators/creators.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { foundCreatorQuery } from '../../queries/manage-creators.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AddressField, readAddress } from './AddressField.tsx'
import { ApplicationFacts, CreatorFacts } from './CreatorFacts.tsx'
import type { CreatorChange } from './creator-changes.ts'
import css from './creators-admin.module.css'

/** Which change makes the member with a wallet a creator; null if they are one, if their application was decided, or without a member. */
function changeFor({ user_id: userId, application, creator }: FoundCreator, address: string): CreatorChange | null {
  if (userId === null) return null
  if (creator) return creator.removedAt === null ? null : { kind: 'restore', address, userId, application: '', name: creator.name }
  if (application?.state !== 'sent' && application?.state !== 'asked') return null
  return { kind: 'grant', address, userId, application: application.id, name: application.name }
}

/** The removal of a wallet that the contract has as a creator and that no creator of this site has; null for any other wallet. */
const removalFor = ({ isOnChain, creator }: FoundCreator, address: string): CreatorChange | null =>
  isOnChain && (creator?.removedAt !== null || creator.address !== address)
    ? { kind: 'removeWallet', address, userId: 0, application: '', name: '' }
    : null

interface Props {
  /** Called with the change that is possible with a wallet. */
  onFound: (change: CreatorChange) => void
  onClose: () => void
}

/** Finds the member with a wallet, or a wallet that only the contract knows, and shows who it is before the change can be made. */
export function EnableDialog({ onFound, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const { data: found, error, isFetching, refetch } = useQuery({ ...foundCreatorQuery(address ?? ''), enabled: address !== null })
  const change = found && address ? changeFor(found, address) : null
  const removal = found && address ? removalFor(found, address) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isFetching) return
    const next = readAddress(typed)
    if (!next) return focusFirstFault(form)
    if (next === address) void refetch()
    setAddress(next)
  }

  return (
    <Dialog title={<Trans>Enable a creator by address</Trans>} onClose={onClose}>
      <form id={formId} ref={form} className={css.form} onSubmit={submit} noValidate>
        <AddressField
          label={<Trans>Address of the wallet</Trans>}
          hint={<Trans>The wallet of an applicant or of a removed creator.</Trans>}
          value={typed}
          isChecked={isChecked}
          onChange={(next) => {
            setTyped(next)
            setAddress(null)
          }}
        />
        {error && <Notice tone="rose">{errorText(error)}</Notice>}
        {found && address && <Found found={found} address={address} isPossible={change !== null} />}
        <div className={css.buttons}>
          <Button type="submit" look={change || removal ? 'quiet' : 'primary'} busy={isFetching}>
            <Trans>Find</Trans>
          </Button>
          {removal && (
            <Button look="danger" onClick={() => onFound(removal)}>
              <Trans>Remove from the contract</Trans>
            </Button>
          )}
          {change && (
            <Button look="primary" onClick={() => onFound(change)}>
              <Trans>Continue</Trans>
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** Whom the wallet belongs to. `isPossible`: the member can be made a creator. */
function Found({ found, address, isPossible }: { found: FoundCreator; address: string; isPossible: boolean }) {
  const { user_id: id, name, application, creator } = found
  if (id === null)
    return (
      <>
        <CreatorFacts found={found} name="" address={address} />
        <Notice tone="amber">
          <Trans>
            Only the contract knows this wallet. Its account was deleted, or somebody has called the contract without this panel.
          </Trans>
        </Notice>
      </>
    )
  const applicant = { id, name }
  return (
    <>
      {creator ? (
        <CreatorFacts found={found} name={creator.name} address={address} />
      ) : (
        application && <ApplicationFacts application={application} applicant={applicant} />
      )}
      {!isPossible && (
        <Notice>
          {creator?.removedAt === null ? (
            <Trans>This member is a creator already.</Trans>
          ) : (
            <Trans>The application with this wallet was answered already.</Trans>
          )}
        </Notice>
      )}
    </>
  )
}
