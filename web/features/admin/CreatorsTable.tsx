import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { ManagedCreator } from '../../../workers/creators/creators.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { countryName } from '../../lib/place-name.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table } from '../../ui/Table.tsx'
import { Address } from '../profile/Address.tsx'
import css from './creators-admin.module.css'
import { SellSwitch } from './SellSwitch.tsx'

interface Props {
  creators: ManagedCreator[]
  /** The id of the viewer, who cannot restore or promote themselves, or let themselves sell. */
  userId: number
  /** The creator whose promotion is being changed, and its new value, which the switch shows at once. */
  promoting: { id: number; value: boolean } | null
  /** Removes or restores. */
  onChoose: (creator: ManagedCreator) => void
  onPromote: (id: number, value: boolean) => void
}

/** The creators with what an admin can do. */
export function CreatorsTable({ creators, userId, promoting, onChoose, onPromote }: Props) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`Creators`}
      rows={creators}
      keyOf={({ user_id }) => user_id}
      columns={[
        {
          name: t`Name`,
          cell: ({ name, removedAt }) => (
            <span className={css.line}>
              {removedAt === null ? (
                <Link className={css.link} href={paths.creator(name)}>
                  {name}
                </Link>
              ) : (
                <b>{name}</b>
              )}
              {removedAt !== null && <Removed at={removedAt} />}
            </span>
          ),
        },
        {
          name: t`Member number`,
          number: true,
          cell: ({ user_id }) => (
            <Link className={css.link} href={paths.person(user_id)}>
              {user_id}
            </Link>
          ),
        },
        {
          name: t`Wallet`,
          cell: ({ address }) => (
            <span className={css.wallet}>
              <Address address={address} />
            </span>
          ),
        },
        { name: t`Country`, cell: ({ country }) => (country ? countryName(country) : '–') },
        { name: t`Creator since`, cell: ({ since }) => <span className={css.whole}>{formatDate(since)}</span> },
        {
          name: t`Promoted`,
          cell: ({ user_id, name, promoted, removedAt }) => (
            <Switch
              label={<span className="unseen">{t`Promote ${name}`}</span>}
              checked={promoting?.id === user_id ? promoting.value : promoted}
              disabled={removedAt !== null || (user_id === userId && !promoted)}
              // While one is being changed, a press does nothing. A disabled switch would lose the focus.
              onChange={(value) => !promoting && onPromote(user_id, value)}
            />
          ),
        },
        { name: t`May sell`, cell: (creator) => <SellSwitch creator={creator} userId={userId} /> },
        {
          name: t`Action`,
          cell: (creator) => {
            const { name, removedAt } = creator
            return removedAt === null ? (
              <Button small look="danger" aria-label={t`Remove ${name}`} onClick={() => onChoose(creator)}>
                <Trans context="a creator">Remove</Trans>
              </Button>
            ) : (
              <Button small aria-label={t`Restore ${name}`} disabled={creator.user_id === userId} onClick={() => onChoose(creator)}>
                <Trans context="a creator">Restore</Trans>
              </Button>
            )
          },
        },
      ]}
    />
  )
}

function Removed({ at }: { at: number }) {
  const date = formatDate(at)
  return (
    <Chip tone="rose">
      <Trans>Removed on {date}</Trans>
    </Chip>
  )
}
