import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ChangedTerms, differingTerms, type ShownTerms } from '../../../workers/orders/orders.schema.ts'
import { formatRange } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './ChangedTermsDialog.module.css'
import { Features } from './PurchaseFacts.tsx'

type Terms = ChangedTerms['terms']

/** Each row: the terms it shows, their name, and how to show them. */
const ROWS: { fields: (keyof ShownTerms)[]; name: ReactNode; show: (terms: Terms) => ReactNode }[] = [
  { fields: ['title'], name: <Trans>Title</Trans>, show: ({ title }) => <UserText text={title!} /> },
  { fields: ['price', 'hourly'], name: <Trans>Price</Trans>, show: (terms) => <Price {...terms} /> },
  {
    fields: ['delivery'],
    name: <Trans>Delivery time</Trans>,
    show: ({ delivery }) => <Plural value={delivery!} one="# day" other="# days" />,
  },
  { fields: ['revisions'], name: <Trans>Revisions</Trans>, show: ({ revisions }) => revisions },
  {
    fields: ['event'],
    name: <Trans>Event</Trans>,
    show: ({ event }) => formatRange(event!.start, event!.end),
  },
  { fields: ['description'], name: <Trans>Description</Trans>, show: ({ description }) => <UserText text={description!} /> },
  {
    fields: ['features'],
    name: <Trans>Included</Trans>,
    show: ({ features }) => (features!.length ? <Features features={features!} /> : <Trans>Nothing listed</Trans>),
  },
]

function Price({ price, hourly }: Terms) {
  const usd = formatUsd(price!)
  return hourly ? <Trans>{usd} per hour</Trans> : usd
}

interface ChangedTermsProps {
  /** The terms that the buyer has seen. */
  shown: ShownTerms
  /** The current ones. */
  current: Terms
  isOffer: boolean
  /** Continues with the current terms. */
  onAccept: () => void
  onClose: () => void
}

/** Shown instead of a purchase whose terms have changed: what was on the page, and what applies now. */
export function ChangedTermsDialog({ shown, current, isOffer, onAccept, onClose }: ChangedTermsProps) {
  const differing = differingTerms(shown, current)
  const rows = ROWS.filter(({ fields }) => fields.some((field) => differing.includes(field)))
  return (
    <Dialog
      title={<Trans>The terms have changed</Trans>}
      subtitle={<UserText text={shown.title} />}
      onClose={onClose}
      foot={
        <>
          <Button look="primary" wide onClick={onAccept}>
            <Trans>Continue with the new terms</Trans>
          </Button>
          <Button wide onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <Notice tone="amber">
        {shown.event ? (
          <Trans>The host has changed this event since you opened it. Compare before you continue.</Trans>
        ) : isOffer ? (
          <Trans>This offer was changed since you opened it. Compare before you continue.</Trans>
        ) : (
          <Trans>The seller has changed this plan since you opened it. Compare before you continue.</Trans>
        )}
      </Notice>
      <dl className={css.changes}>
        {rows.map(({ fields, name, show }) => (
          <div key={String(fields[0])}>
            <dt>{name}</dt>
            <dd className={css.before}>
              <span>
                <Trans context="terms">Before</Trans>
              </span>
              <div>{show(shown)}</div>
            </dd>
            <dd>
              <span>
                <Trans context="terms">Now</Trans>
              </span>
              <div>{show(current)}</div>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
