import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DELETE_WORD, type OpenOrders } from '../../../workers/auth/my-data.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { paths } from '../../lib/paths.ts'
import { openOrdersQuery, useDeleteAccount } from '../../queries/account.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Refused } from './Refused.tsx'
import css from './settings.module.css'

/** Says what deleting the account means, or why it cannot be yet, and does it once the word is typed. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const open = useQuery(openOrdersQuery)
  const remove = useDeleteAccount((error) => {
    if (error instanceof ApiError && error.code === 'orders_open') open.refetch()
  })
  const blocked = open.data && open.data.orders > 0
  if (remove.isSuccess) return <Gone />
  return (
    <Dialog
      title={<Trans>Delete your account</Trans>}
      subtitle={<Trans>This cannot be taken back.</Trans>}
      onClose={onClose}
      locked={remove.isPending}
    >
      {open.isPending ? (
        <Skeleton width="100%" height={220} />
      ) : open.error ? (
        <ErrorState error={open.error} onRetry={() => open.refetch()} busy={open.isFetching} />
      ) : blocked ? (
        <Blocked {...open.data} />
      ) : (
        <>
          <Consequences />
          <Confirm busy={remove.isPending} onConfirm={() => remove.mutate()} />
        </>
      )}
      {remove.isError && <Refused error={remove.error} onConfirmed={() => remove.mutate()} />}
    </Dialog>
  )
}

/** Orders come first: nobody may be left waiting for somebody who is no longer there. */
function Blocked({ orders }: OpenOrders) {
  return (
    <div className={css.blocked} role="alert">
      <Icon name="info" />
      <div>
        <p>
          <b>
            <Trans>Not yet</Trans>
          </b>
        </p>
        <p>
          <Plural
            value={orders}
            one="You have # order that is not finished. Bring it to an end first: the other side relies on you, and your money may be in it."
            other="You have # orders that are not finished. Bring them to an end first: the other side relies on you, and your money may be in them."
          />
        </p>
        <ButtonLink href={paths.orders()} icon="box">
          <Trans>See your orders</Trans>
        </ButtonLink>
      </div>
    </div>
  )
}

function Consequences() {
  return (
    <div className={css.consequences}>
      <section>
        <h3>
          <Trans>What goes, at once</Trans>
        </h3>
        <ul>
          <li>
            <Trans>Your profile, your e-mail address, your linked wallets, and every place you are signed in</Trans>
          </li>
          <li>
            <Trans>Your listings, pictures and videos</Trans>
          </li>
          <li>
            <Trans>What you wrote to others in private conversations</Trans>
          </li>
          <li>
            <Trans>Your carrots, whom you follow, and who follows you</Trans>
          </li>
        </ul>
      </section>
      <section>
        <h3>
          <Trans>What stays, for the other party and the law</Trans>
        </h3>
        <ul>
          <li>
            <Trans>Finished orders: what was agreed, with the name and the picture of the work as they were shown then</Trans>
          </li>
          <li>
            <Trans>What was written in the room of an order</Trans>
          </li>
          <li>
            <Trans>What is on the blockchain, which nobody can delete</Trans>
          </li>
        </ul>
      </section>
      <p>
        <Trans>You can come back with the same wallet or e-mail address at any time, as somebody new.</Trans>
      </p>
    </div>
  )
}

function Confirm({ busy, onConfirm }: { busy: boolean; onConfirm: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (typed.normalize('NFKC').trim().toUpperCase() === DELETE_WORD) onConfirm()
    else setFault(t`Please type the word ${DELETE_WORD}.`)
  }
  return (
    <form className={css.confirm} onSubmit={submit} noValidate>
      <TextField
        label={<Trans>Type {DELETE_WORD} to confirm</Trans>}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value)
          setFault(null)
        }}
        error={fault}
      />
      <Button type="submit" look="danger" icon="trash" wide busy={busy}>
        <Trans>Delete my account for good</Trans>
      </Button>
    </form>
  )
}

/** Nothing of the person may stay in memory, so the way on is a page load. */
function Gone() {
  const leave = () => location.assign(paths.home())
  return (
    <Dialog title={<Trans>Your account is deleted</Trans>} onClose={leave}>
      <p>
        <Trans>Thank you for having been here. What was to go is gone, or will be within minutes.</Trans>
      </p>
      <Button look="primary" onClick={leave}>
        <Trans>Go to the start</Trans>
      </Button>
    </Dialog>
  )
}
