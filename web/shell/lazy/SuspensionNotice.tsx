import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { brand } from '../../brand.ts'
import { useDates } from '../../lib/dates.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './SuspensionNotice.module.css'

type Suspension = NonNullable<Viewer['suspension']>

/** Tells a suspended member on every page that they are, and in a dialog why, until when, and what stays possible. */
export default function SuspensionNotice({ suspension }: { suspension: Suspension }) {
  const { t } = useLingui()
  const { formatDate } = useDates()
  const [isOpen, setOpen] = useState(false)
  const until = suspension.until && formatDate(suspension.until, 'dayTime')
  return (
    <section className={css.strip} data-strip aria-label={t`Suspension of your account`}>
      <p>{until ? <Trans>Your account is suspended until {until}.</Trans> : <Trans>Your account is suspended.</Trans>}</p>
      <Button small onClick={() => setOpen(true)}>
        <Trans>Details</Trans>
      </Button>
      {isOpen && <Details suspension={suspension} until={until} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Details({
  suspension: { at, reason },
  until,
  onClose,
}: {
  suspension: Suspension
  until: string | number | null
  onClose: () => void
}) {
  const { formatDate } = useDates()
  return (
    <Dialog title={<Trans>Your account is suspended</Trans>} onClose={onClose} plain>
      <div className={css.details}>
        <dl className={css.facts}>
          <div>
            <dt>
              <Trans>From</Trans>
            </dt>
            <dd>{formatDate(at, 'dayTime')}</dd>
          </div>
          <div>
            <dt>
              <Trans>Until</Trans>
            </dt>
            <dd>{until || <Trans>our team ends it</Trans>}</dd>
          </div>
        </dl>
        <section>
          <h3>
            <Trans>Reason</Trans>
          </h3>
          <p className={css.reason} dir="auto">
            {reason}
          </p>
        </section>
        <section>
          <h3>
            <Trans>What you can still do</Trans>
          </h3>
          <ul>
            <li>
              <Trans>Finish your orders: deliver, release payments, get refunds, disputes, and write in their conversations</Trans>
            </li>
            <li>
              <Trans>Withdraw your money</Trans>
            </li>
            <li>
              <Trans>Change your settings, and download or delete your data</Trans>
            </li>
          </ul>
        </section>
        <section>
          <h3>
            <Trans>What is not possible</Trans>
          </h3>
          <ul>
            <li>
              <Trans>Publish anything. Your listings are hidden, and come back when the suspension ends</Trans>
            </li>
            <li>
              <Trans>Buy, apply, comment or like</Trans>
            </li>
            <li>
              <Trans>Write to people with whom you have no order</Trans>
            </li>
          </ul>
        </section>
        <p>
          <Trans>
            If this is a mistake or you have questions, write to <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
          </Trans>
        </p>
        <div className={css.buttons}>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
