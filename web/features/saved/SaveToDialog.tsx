import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SAVED_LIMITS, type SavedList } from '../../../workers/listings/saved/lists.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { ListState } from '../../lib/ListState.tsx'
import { listingToMove, savedListsQuery, useMoveListing } from '../../queries/saved-lists.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Cover } from './Cover.tsx'
import { listName } from './change-saved.ts'
import css from './SaveToDialog.module.css'

/** Chooses the list of a saved listing, or creates one for it. */
export default function SaveToDialog({ onClose }: DialogProps) {
  const listing = listingToMove.use()
  const query = useQuery({ ...savedListsQuery(listing?.id), enabled: listing !== null })
  const move = useMoveListing()
  const [name, setName] = useState('')
  const [isNew, setNew] = useState(false)
  if (!listing) return null
  const choose = (to: { id: string } | { name: string }) =>
    move.mutate({ listingId: listing.id, to }, { onSuccess: onClose, onError: (error) => toast(errorText(error), 'bad') })
  const create = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) choose({ name })
  }
  const lists = query.data ?? []
  return (
    <Dialog title={<Trans>Save to list</Trans>} subtitle={listing.title} onClose={onClose}>
      <ListState queries={[query]} isEmpty={false} skeleton={<Skeleton width="100%" height={64 * 3} />} empty={null}>
        <ul className={css.lists}>
          {lists.map((list) => (
            <li key={list.id}>
              <Choice list={list} disabled={move.isPending} onChoose={() => (list.hasListing ? onClose() : choose({ id: list.id }))} />
            </li>
          ))}
        </ul>
      </ListState>
      {isNew ? (
        <form className={css.new} onSubmit={create}>
          <TextField
            label={<Trans>Name of the list</Trans>}
            value={name}
            maxLength={SAVED_LIMITS.name}
            onChange={(event) => setName(event.target.value)}
            required
            ref={(field) => field?.focus()}
          />
          <Button type="submit" look="primary" busy={move.isPending} disabled={!name.trim()}>
            <Trans>Create</Trans>
          </Button>
        </form>
      ) : (
        <Button icon="plus" wide onClick={() => setNew(true)}>
          <Trans>New list</Trans>
        </Button>
      )}
    </Dialog>
  )
}

function Choice({ list, disabled, onChoose }: { list: SavedList; disabled: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={css.choice} aria-pressed={list.hasListing} disabled={disabled} onClick={onChoose}>
      <span className={css.cover}>
        <Cover covers={list.covers.slice(0, 1)} />
      </span>
      <span className={css.text}>
        <b dir="auto">{listName(list.name)}</b>
        <span className="small mute num">
          <Plural value={list.count} one="# listing" other="# listings" />
        </span>
      </span>
      {list.hasListing && <Icon name="check" />}
    </button>
  )
}
