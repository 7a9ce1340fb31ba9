import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManagedCreator, PlatformAdmin } from '../../../workers/creators/creators.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { ListState } from '../../lib/ListState.tsx'
import { useSettled } from '../../lib/use-settled.ts'
import { type CreatorFilter, creatorsQuery, useTogglePromoted } from '../../queries/manage-creators.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminsOnly, Skeletons } from '../admin-pages/AdminFrame.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { CreatorsTable } from './CreatorsTable.tsx'
import type { CreatorChange } from './creator-changes.ts'
import css from './creators-admin.module.css'
import { EnableDialog } from './EnableDialog.tsx'
import { PendingChanges } from './PendingChanges.tsx'

/** How long a search must stay the same before the server is asked (ms). */
const SETTLE_MS = 300

type Order = `${CreatorFilter['sort']} ${CreatorFilter['order']}`

/** All creators, to search, promote, remove and restore, and a form to enable one by the address of the wallet. */
export default function Creators({ admin, userId }: { admin: PlatformAdmin; userId: number }) {
  const { t } = useLingui()
  // A reported page leads here with the name of its creator.
  const [text, setText] = useState(() => new URLSearchParams(window.location.search).get('text')?.slice(0, 100) ?? '')
  const [order, setOrder] = useState<Order>('since desc')
  const [change, setChange] = useState<CreatorChange | null>(null)
  const [isEnabling, setEnabling] = useState(false)
  const settled = useSettled(text.trim().slice(0, 100), SETTLE_MS)
  const orders: [Order, string][] = [
    ['since desc', t`Newest first`],
    ['since asc', t`Oldest first`],
    ['name asc', t`Name, A to Z`],
    ['name desc', t`Name, Z to A`],
    ['id asc', t`Member number`],
    ['country asc', t`Country`],
    ['promoted desc', t`Promoted first`],
    ['maySell desc', t`Who may sell first`],
    ['removed desc', t`Removed first`],
  ]
  const [sort, direction] = order.split(' ') as [CreatorFilter['sort'], CreatorFilter['order']]
  return (
    <>
      <PendingChanges />
      <search className={css.tools}>
        <TextField
          type="search"
          label={t`Search creators`}
          placeholder={t`Name, member number or address`}
          before={<Icon name="search" size={16} />}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select label={t`Order by`} options={orders} value={order} onChange={(event) => setOrder(event.target.value as Order)} />
        <Button icon="plus" onClick={() => setEnabling(true)}>
          <Trans>Enable by address</Trans>
        </Button>
      </search>
      <p className="small mute">
        <Trans>There is no shop yet. A creator who may sell can sell there when it opens.</Trans>
      </p>
      <List filter={{ text: settled, sort, order: direction }} userId={userId} onChange={setChange} />
      {isEnabling && (
        <EnableDialog
          onClose={() => setEnabling(false)}
          onFound={(found) => {
            setEnabling(false)
            setChange(found)
          }}
        />
      )}
      {change && <ChangeDialog admin={admin} userId={userId} change={change} onClose={() => setChange(null)} />}
    </>
  )
}

interface ListProps {
  filter: CreatorFilter
  userId: number
  onChange: (change: CreatorChange) => void
}

function List({ filter, userId, onChange }: ListProps) {
  const query = useInfiniteQuery(creatorsQuery(filter))
  const promote = useTogglePromoted()
  const creators = query.data?.pages.flatMap((page) => page.creators) ?? []
  if (query.error instanceof ApiError && query.error.status === 403) return <AdminsOnly contract="Platform" />
  const choose = ({ user_id, name, address, removedAt }: ManagedCreator) =>
    onChange({ kind: removedAt === null ? 'remove' : 'restore', address, userId: user_id, application: '', name })
  return (
    <ListState
      queries={[query]}
      isEmpty={creators.length === 0}
      skeleton={<Skeletons height={64} count={10} />}
      empty={
        filter.text ? (
          <EmptyState
            drawing="lost"
            title={<Trans>No creator found</Trans>}
            text={<Trans>Check the spelling, or search for a part of the name.</Trans>}
          />
        ) : (
          <EmptyState
            drawing="mail"
            title={<Trans>No creators yet</Trans>}
            text={<Trans>When you accept an application, the creator appears here.</Trans>}
          />
        )
      }
    >
      <CreatorsTable
        creators={creators}
        userId={userId}
        promoting={promote.isPending ? promote.variables : null}
        onChoose={choose}
        onPromote={(id, value) => void promote.mutateAsync({ id, value }).catch((error: unknown) => toast(errorText(error), 'bad'))}
      />
      <LoadMore query={query} />
    </ListState>
  )
}
