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

/** Explains what deleting the account means, or why it is not possible yet. Deletes it once the user has typed DELETE_WORD. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const open = useQuery(openOrdersQuery)
  const remove = useDeleteAccount((error) => {
    if (error instanceof ApiError && error.code === 'orders_open') open.refetch()
  })
  const blocked = open.data && open.data.orders > 0
  if (remove.isSuccess) return <Deleted />
  return (
    <Dialog
      title={<Trans>Delete your account</Trans>}
      subtitle={<Trans>This cannot be undone.</Trans>}
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

/** Unfinished orders block the deletion, because the other party relies on them. */
function Blocked({ orders }: OpenOrders) {
  return (
    <div className={css.blocked} role="alert">
      <Icon name="info" />
      <div>
        <p>
          <b>
            <Trans>You can’t delete your account yet</Trans>
          </b>
        </p>
        <p>
          <Plural
            value={orders}
            one="You have # unfinished order. Finish it first: the other party relies on you, and your money may be in escrow."
            other="You have # unfinished orders. Finish them first: the other party relies on you, and your money may be in escrow."
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
          <Trans>Deleted at once</Trans>
        </h3>
        <ul>
          <li>
            <Trans>Your profile, your e-mail address, your linked wallets and all your sessions</Trans>
          </li>
          <li>
            <Trans>Your listings, applications, pictures and videos</Trans>
          </li>
          <li>
            <Trans>Your messages in private conversations</Trans>
          </li>
          <li>
            <Trans>Your carrots, the people you follow, and your followers</Trans>
          </li>
        </ul>
      </section>
      <section>
        <h3>
          <Trans>Stored for the other party and as the law requires</Trans>
        </h3>
        <ul>
          <li>
            <Trans>Finished orders: what was agreed, with the names, title and picture shown at that time</Trans>
          </li>
          <li>
            <Trans>Messages, deliveries, evidence and invoices of orders</Trans>
          </li>
          <li>
            <Trans>Reviews you wrote, without your name</Trans>
          </li>
          <li>
            <Trans>Records on the blockchain, which nobody can delete</Trans>
          </li>
        </ul>
      </section>
      <p>
        <Trans>You can sign up again with the same wallet or e-mail address at any time, as a new member.</Trans>
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
        <Trans>Delete my account permanently</Trans>
      </Button>
    </form>
  )
}

/** Shown after the deletion. Continues with a page load, so that no data of the account stays in memory. */
function Deleted() {
  const leave = () => location.assign(paths.home())
  return (
    <Dialog title={<Trans>Your account has been deleted</Trans>} onClose={leave}>
      <p>
        <Trans>Your data has been deleted, or will be within minutes.</Trans>
      </p>
      <Button look="primary" onClick={leave}>
        <Trans>Go to the home page</Trans>
      </Button>
    </Dialog>
  )
}
