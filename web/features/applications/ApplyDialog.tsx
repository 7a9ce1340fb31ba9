import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { username as usernameRule } from '../../../workers/auth/credentials.schema.ts'
import {
  type ApplicationDraft,
  type ApplicationRule,
  applicationRules,
  DEFAULT_BID_DELIVERY,
  submitRequest,
} from '../../../workers/listings/applications.schema.ts'
import type { Event } from '../../../workers/listings/events.schema.ts'
import { type Fault, LIMITS, parseUsd } from '../../../workers/listings/fields.schema.ts'
import type { Job } from '../../../workers/listings/jobs.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { errorText } from '../../lib/errors.ts'
import { formatUsd } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useSetUsername } from '../../queries/account.ts'
import { ownServicesQuery, type Target, useSubmit } from '../../queries/applications.ts'
import { listingQuery } from '../../queries/listing.ts'
import { refreshViewer, useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Count, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { useCloseAfter } from '../../ui/use-close-after.ts'
import { UsernameField } from '../auth/UsernameField.tsx'
import { ApplicationState } from './ApplicationState.tsx'
import css from './applications.module.css'
import { CvField } from './CvField.tsx'
import { APPLICATION_TEXTS } from './rule-texts.ts'

/** How long the success message stays before the dialog closes (ms). */
const DONE_MS = 2000
const USD = 1_000_000

/** Applies to a job, bids for it, or requests to join an event; edits an application that is not answered yet. */
export default function ApplyDialog({ listType, id, onClose }: Target & { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(listingQuery<'jobs' | 'events'>(listType, id))
  const viewer = useViewer()
  const bidding = data?.listType === 'jobs' && data.job.bidding
  const services = useQuery({ ...ownServicesQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer && bidding) })
  const failed = error ?? services.error
  const full = data?.listType === 'events' && data.event.maxAttendees !== null && data.event.attendees >= data.event.maxAttendees
  const title = bidding ? (
    <Trans>Bid for this job</Trans>
  ) : listType === 'jobs' ? (
    <Trans>Apply</Trans>
  ) : full ? (
    <Trans>Join the waiting list</Trans>
  ) : (
    <Trans>Request to join</Trans>
  )
  return (
    <Dialog title={title} subtitle={data && <UserText text={data.title} />} onClose={onClose}>
      {data && (!bidding || services.data) ? (
        data.application && data.application.status !== 'sent' ? (
          <ApplicationState application={data.application} />
        ) : bidding && !services.data?.length ? (
          <NoService />
        ) : (
          <Form listing={data} services={(services.data ?? []).map((card) => [String(card.id), card.title] as const)} onClose={onClose} />
        )
      ) : failed ? (
        <ErrorState error={failed} onRetry={() => Promise.all([refetch(), services.refetch()])} busy={isFetching} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

/** A bid needs a service of one's own. */
function NoService() {
  return (
    <EmptyState
      drawing="listings"
      heading="h3"
      title={<Trans>List a service first</Trans>}
      text={<Trans>A bid is based on one of your services, which gives the order its terms, price and escrow.</Trans>}
    >
      <ButtonLink look="primary" href={paths.list('services')}>
        <Trans>Post a service</Trans>
      </ButtonLink>
    </EmptyState>
  )
}

function Form({ listing, services, onClose }: { listing: Job | Event; services: (readonly [string, string])[]; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { listType } = listing
  // As it was when the dialog opened; the listing's own value changes after sending.
  const [sent] = useState(listing.application)
  const bidding = listing.listType === 'jobs' && listing.job.bidding
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const viewer = useViewer()
  // A member without any name must choose a username first.
  const nameless = Boolean(viewer && !viewer.name && !viewer.username)
  const [username, setUsername] = useState('')
  const naming = useSetUsername()
  const nameRule = nameless ? brokenRule(usernameRule, username) : null
  const [message, setMessage] = useState(sent?.message ?? '')
  const [cv, setCv] = useState(sent?.cv_path ? { path: sent.cv_path, filename: sent.cv_filename ?? '' } : null)
  const [uploading, setUploading] = useState(false)
  const [service, setService] = useState(String(sent?.bid_service ?? services[0]?.[0] ?? ''))
  const [price, setPrice] = useState(sent?.bid_price ? String(sent.bid_price / USD) : '')
  const [days, setDays] = useState(String(sent?.bid_delivery ?? DEFAULT_BID_DELIVERY))
  const [looked, setLooked] = useState(false)

  const draft: ApplicationDraft = {
    [listType === 'jobs' ? 'jobId' : 'eventId']: listing.id,
    message,
    cvPath: cv?.path ?? null,
    ...(bidding && {
      bidService: Number(service) || null,
      bidPrice: parseUsd(price),
      bidDelivery: /^\d{1,4}$/.test(days) ? Number(days) : 0,
    }),
  }
  const parsed = safeParse(submitRequest, draft)
  const faults: Fault<ApplicationRule | 'too_long'>[] = parsed.success
    ? applicationRules(parsed.output, { listType, bidding })
    : [{ field: 'message', rule: 'too_long' }]
  const told = (field: string) => {
    const fault = looked ? faults.find((one) => one.field === field) : undefined
    return fault ? i18n._(APPLICATION_TEXTS[fault.rule]) : null
  }

  // Keeps the success message for a moment.
  useCloseAfter(submit.isSuccess, DONE_MS, onClose)

  const send = (event: FormEvent) => {
    event.preventDefault()
    setLooked(true)
    if (faults.length || nameRule) {
      // After the fields are marked as invalid.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    if (nameless) naming.mutate(username, { onSuccess: () => apply() })
    else apply()
  }
  const apply = () =>
    submit.mutate(draft, {
      onError: (error) => {
        // The username was removed meanwhile, in another browser.
        if (error instanceof ApiError && error.code === 'username_required') void refreshViewer().catch(() => {})
      },
    })

  if (submit.isSuccess)
    return (
      <div className={css.form}>
        <Notice tone="leaf">
          <p role="status">
            {sent ? (
              <Trans>Your changes have been sent.</Trans>
            ) : listType === 'events' ? (
              <Trans>Your request has been sent. The host’s answer will appear here.</Trans>
            ) : (
              <Trans>Your application has been sent. The answer will appear here.</Trans>
            )}
          </p>
        </Notice>
      </div>
    )
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate>
      <TextArea
        label={listType === 'events' ? <Trans>Message to the host</Trans> : <Trans>Your message</Trans>}
        name="message"
        rows={5}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        error={told('message')}
        hint={<Count now={[...message].length} of={LIMITS.message} />}
        placeholder={
          listType === 'events'
            ? t`Say who you are and who comes with you. Optional.`
            : t`Describe similar work you have done, and when you could start.`
        }
      />
      {bidding && (
        <fieldset className={css.bid}>
          <legend className="unseen">
            <Trans>Your bid</Trans>
          </legend>
          <div className={css.full}>
            <Select
              label={<Trans>Your service</Trans>}
              options={services}
              value={service}
              onChange={(event) => setService(event.target.value)}
              error={told('bidService')}
            />
          </div>
          <TextField
            label={<Trans>Your price</Trans>}
            inputMode="decimal"
            before="$"
            value={price}
            onChange={(event) => setPrice(event.target.value)}
            error={told('bidPrice')}
            hint={
              listing.listType === 'jobs' && listing.job.bidBase !== null ? (
                <Trans>Bids start at {formatUsd(listing.job.bidBase)}.</Trans>
              ) : null
            }
          />
          <TextField
            label={<Trans>Days to deliver</Trans>}
            inputMode="numeric"
            value={days}
            onChange={(event) => setDays(event.target.value)}
            error={told('bidDelivery')}
          />
        </fieldset>
      )}
      {listType === 'jobs' && <CvField value={cv} onChange={setCv} onBusy={setUploading} />}
      {nameless && (
        <UsernameField
          value={username}
          onChange={(event) => {
            setUsername(event.target.value)
            naming.reset()
          }}
          error={naming.error ? errorText(naming.error) : looked && nameRule ? i18n._(RULE_TEXTS[nameRule]!) : null}
        />
      )}
      {submit.error && <Notice tone="rose">{errorText(submit.error)}</Notice>}
      <div className={css.buttons}>
        <Button onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button
          look="primary"
          type="submit"
          busy={naming.isPending || submit.isPending || uploading}
          data-invalid={faults.length > 0 || nameRule !== null || undefined}
        >
          {sent ? <Trans>Save changes</Trans> : <Trans>Submit</Trans>}
        </Button>
      </div>
    </form>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <div className={css.form} role="status" aria-label={t`Loading`}>
      <Skeleton width="40%" />
      <Skeleton width="100%" height={120} />
      <Skeleton width="100%" height={72} />
    </div>
  )
}
