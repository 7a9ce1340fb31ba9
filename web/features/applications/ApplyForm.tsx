import { Trans, useLingui } from '@lingui/react/macro'
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
import { type Fault, LIMITS } from '../../../workers/listings/fields.schema.ts'
import type { Job } from '../../../workers/listings/jobs.schema.ts'
import { characters } from '../../../workers/shared/text.schema.ts'
import { parseUsd, usdText } from '../../../workers/shared/usd.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { formatUsd } from '../../lib/format.ts'
import { useSetUsername } from '../../queries/account.ts'
import { useSubmit } from '../../queries/applications.ts'
import { refreshViewer, useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCloseAfter } from '../../ui/use-close-after.ts'
import { UsernameField } from '../auth/UsernameField.tsx'
import css from './applications.module.css'
import { CvField } from './CvField.tsx'
import { APPLICATION_TEXTS } from './rule-texts.ts'

/** How long the success message stays before the dialog closes (ms). */
const DONE_MS = 2000

/** A service that a bid can be based on. */
type ServiceChoice = readonly [id: string, title: string]

/** The form of an application, a bid, or a request to join. */
export function ApplyForm({ listing, services, onClose }: { listing: Job | Event; services: ServiceChoice[]; onClose: () => void }) {
  const { t } = useLingui()
  const { listType } = listing
  // The application as it was when the dialog opened. `listing.application` changes once this form is sent.
  const [sent] = useState(listing.application)
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const [isUploading, setUploading] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const { fields, set, draft, faults, errorOf } = useApplicationDraft(listing, services, isChecked)
  const username = useMissingUsername(isChecked)
  useCloseAfter(submit.isSuccess, DONE_MS, onClose)

  const apply = () =>
    submit.mutate(draft, {
      onError: (error) => {
        // The username was removed meanwhile, in another browser.
        if (error instanceof ApiError && error.code === 'username_required') void refreshViewer().catch(() => {})
      },
    })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (faults.length || username.isInvalid) focusFirstFault(form)
    else username.save(apply)
  }

  if (submit.isSuccess) return <SentNotice listType={listType} isChange={Boolean(sent)} />
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate>
      <TextArea
        label={listType === 'events' ? <Trans>Message to the host</Trans> : <Trans>Your message</Trans>}
        name="message"
        rows={5}
        value={fields.message}
        onChange={(event) => set({ message: event.target.value })}
        error={errorOf('message')}
        hint={<Count now={characters(fields.message)} of={LIMITS.message} />}
        placeholder={
          listType === 'events'
            ? t`Say who you are and who comes with you. Optional.`
            : t`Describe similar work you have done, and when you could start.`
        }
      />
      {isBidding(listing) && <BidFields job={listing} services={services} fields={fields} set={set} errorOf={errorOf} />}
      {listType === 'jobs' && <CvField value={fields.cv} onChange={(cv) => set({ cv })} onBusy={setUploading} />}
      {username.field}
      {submit.error && <Notice tone="rose">{errorText(submit.error)}</Notice>}
      <div className={css.buttons}>
        <Button onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button
          look="primary"
          type="submit"
          busy={username.isSaving || submit.isPending || isUploading}
          data-invalid={faults.length > 0 || username.isInvalid || undefined}
        >
          {sent ? <Trans>Save changes</Trans> : <Trans>Submit</Trans>}
        </Button>
      </div>
    </form>
  )
}

const isBidding = (listing: Job | Event): listing is Job => listing.listType === 'jobs' && listing.job.bidding

/** The fields of the form, the draft to send, and its faults. `errorOf` gives the text of a field's fault once `isChecked` is true. */
function useApplicationDraft(listing: Job | Event, services: ServiceChoice[], isChecked: boolean) {
  const { i18n } = useLingui()
  const { listType, application } = listing
  const bidding = isBidding(listing)
  const [fields, setFields] = useState(() => ({
    message: application?.message ?? '',
    cv: application?.cv_path ? { path: application.cv_path, filename: application.cv_filename ?? '' } : null,
    service: String(application?.bid_service ?? services[0]?.[0] ?? ''),
    price: application?.bid_price ? usdText(application.bid_price) : '',
    days: String(application?.bid_delivery ?? DEFAULT_BID_DELIVERY),
  }))
  const { message, cv, service, price, days } = fields
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
  const errorOf = (field: string) => {
    const fault = isChecked ? faults.find((one) => one.field === field) : undefined
    return fault ? i18n._(APPLICATION_TEXTS[fault.rule]) : null
  }
  return { fields, set: (change: Partial<typeof fields>) => setFields((old) => ({ ...old, ...change })), draft, faults, errorOf }
}

type Draft = ReturnType<typeof useApplicationDraft>

/** Asks a member without any name for a username, which is saved before the application is sent. */
function useMissingUsername(isChecked: boolean) {
  const { i18n } = useLingui()
  const viewer = useViewer()
  const isMissing = Boolean(viewer && !viewer.name && !viewer.username)
  const [username, setUsername] = useState('')
  const saving = useSetUsername()
  const rule = isMissing ? brokenRule(usernameRule, username) : null
  const field = isMissing && (
    <UsernameField
      value={username}
      onChange={(event) => {
        setUsername(event.target.value)
        saving.reset()
      }}
      error={saving.error ? errorText(saving.error) : isChecked && rule ? i18n._(RULE_TEXTS[rule]!) : null}
    />
  )
  const save = (then: () => void) => (isMissing ? saving.mutate(username, { onSuccess: () => then() }) : then())
  return { field, save, isInvalid: rule !== null, isSaving: saving.isPending }
}

function BidFields({
  job: { job },
  services,
  fields: { service, price, days },
  set,
  errorOf,
}: { job: Job; services: ServiceChoice[] } & Pick<Draft, 'fields' | 'set' | 'errorOf'>) {
  return (
    <fieldset className={css.bid}>
      <legend className="unseen">
        <Trans>Your bid</Trans>
      </legend>
      <div className={css.full}>
        <Select
          label={<Trans>Your service</Trans>}
          options={services}
          value={service}
          onChange={(event) => set({ service: event.target.value })}
          error={errorOf('bidService')}
        />
      </div>
      <TextField
        label={<Trans>Your price</Trans>}
        inputMode="decimal"
        before="$"
        value={price}
        onChange={(event) => set({ price: event.target.value })}
        error={errorOf('bidPrice')}
        hint={job.bidBase !== null ? <Trans>Bids start at {formatUsd(job.bidBase)}.</Trans> : null}
      />
      <TextField
        label={<Trans>Days to deliver</Trans>}
        inputMode="numeric"
        value={days}
        onChange={(event) => set({ days: event.target.value })}
        error={errorOf('bidDelivery')}
      />
    </fieldset>
  )
}

function SentNotice({ listType, isChange }: { listType: 'jobs' | 'events'; isChange: boolean }) {
  return (
    <div className={css.form}>
      <Notice tone="leaf">
        <p role="status">
          {isChange ? (
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
}
