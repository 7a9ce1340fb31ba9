import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Application, Place } from '../../../workers/listings/applications.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { formatUsd } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useNow } from '../../lib/use-now.ts'
import { downloadPrivateFile } from '../../queries/upload/stored-files.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { toast } from '../../ui/toast.ts'
import css from './applications.module.css'

/** The status of an application. */
function StatusChip({ application: { status, position, full, place, bid_order } }: { application: Application }) {
  switch (status) {
    case 'accepted':
      return (
        <>
          <Chip tone="leaf" icon="check">
            <Trans context="an application">Accepted</Trans>
          </Chip>
          {place && <PlaceChip {...place} />}
          {bid_order && <PaidChip />}
        </>
      )
    case 'expired':
      return (
        <Chip tone="rose">
          <Trans>Place lost</Trans>
        </Chip>
      )
    case 'declined':
      return (
        <Chip tone="rose">
          <Trans context="an application">Declined</Trans>
        </Chip>
      )
    // Withdrawn applications are never shown.
    case 'withdrawn':
      return null
    case 'sent':
      return (
        <Chip tone="amber" icon="clock">
          {full && position !== null ? <Trans>Number {position} on the waiting list</Trans> : <Trans>Waiting for an answer</Trans>}
        </Chip>
      )
  }
}

const PaidChip = () => (
  <Chip tone="leaf" icon="lock">
    <Trans>Paid into escrow</Trans>
  </Chip>
)

/** Says that the place at a paid event is paid, or until when it can be paid. */
function PlaceChip({ payBy, orderId, isOrderAccepted }: Place) {
  const now = useNow()
  const { formatDate } = useDates()
  const until = formatDate(payBy, 'dayTime')
  if (orderId !== null)
    return isOrderAccepted ? (
      <PaidChip />
    ) : (
      <Chip tone="leaf" icon="lock">
        <Trans>Paid, order not accepted yet</Trans>
      </Chip>
    )
  return payBy > now ? (
    <Chip tone="amber" icon="clock">
      <Trans>To be paid by {until}</Trans>
    </Chip>
  ) : (
    <Chip tone="rose">
      <Trans>Not paid in time</Trans>
    </Chip>
  )
}

/** The content of an application and its answer, the same for both sides. */
export function ApplicationState({ application }: { application: Application }) {
  const { formatDate } = useDates()
  const { date, message, bid_price, bid_delivery, bid_service, bid_service_title, cv_path, cv_filename, answer } = application
  return (
    <div className={css.state}>
      <p className={css.line}>
        <StatusChip application={application} />
        <span className="small mute">{formatDate(date)}</span>
      </p>
      {bid_price !== null && (
        <p className={css.terms}>
          <b className="num">{formatUsd(bid_price)}</b>
          {bid_delivery !== null && <Plural value={bid_delivery} one="in # day" other="in # days" />}
        </p>
      )}
      {message && (
        <p className={css.words} lang={detectLanguage(message)}>
          {message}
        </p>
      )}
      <p className={css.papers}>
        {bid_service !== null && bid_service_title && (
          <ButtonLink small icon="box" href={paths.listing(bid_service, bid_service_title)}>
            {bid_service_title}
          </ButtonLink>
        )}
        {cv_path && <CvButton path={cv_path} filename={cv_filename ?? 'cv'} />}
      </p>
      {answer && (
        <blockquote className={css.answer}>
          <b className="small">
            <Trans>Answer</Trans>
          </b>
          <p lang={detectLanguage(answer)}>{answer}</p>
        </blockquote>
      )}
    </div>
  )
}

/** Saves a CV to the reader's device. Only a request with the session gets the file, so there is no link that could be shared. */
function CvButton({ path, filename }: { path: string; filename: string }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await downloadPrivateFile(path), filename)
    } catch (error) {
      toast(errorText(error), 'bad')
    }
    setBusy(false)
  }
  return (
    <Button small icon="file" onClick={download} busy={busy}>
      <Trans>CV: {filename}</Trans>
    </Button>
  )
}
