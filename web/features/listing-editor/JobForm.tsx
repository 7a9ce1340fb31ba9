import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { JobCard as Card, Job } from '../../../workers/listings/jobs.schema.ts'
import { CURRENCIES, type Currency, type Period } from '../../../workers/listings/money.schema.ts'
import type { Locale } from '../../../workers/shared/locales.schema.ts'
import { parseUsd } from '../../../workers/shared/usd.schema.ts'
import { locale } from '../../lib/i18n.ts'
import { saveJob } from '../../queries/save-listing.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { JobCard } from '../cards/JobCard.tsx'
import { MediaUploader } from '../uploads/MediaUploader.tsx'
import { CardDescriptionField, Choice, DescriptionField, Part, TitleField, WhereFields } from './CommonFields.tsx'
import { parseWhole } from './draft.ts'
import { cardBase } from './draft-card.ts'
import { Editor } from './Editor.tsx'
import css from './EditorForm.module.css'
import type { Editing, EditorProps, Form } from './editor-types.ts'
import { emptyJob, type JobDraft, jobBodyOf, jobDraftOf, jobFaults, jobTermsOf } from './job-draft.ts'

/** The default currency of a new job, by the language of the page. Other languages have US dollars. */
const LOCAL_CURRENCIES: Partial<Record<Locale, Currency>> = { ja: 'JPY' }

const EDITING: Editing<JobDraft, Job> = {
  listType: 'jobs',
  empty: () => emptyJob(LOCAL_CURRENCIES[locale()] ?? 'USD'),
  draftOf: jobDraftOf,
  faultsOf: jobFaults,
  send: (draft, id, options) => saveJob(jobBodyOf(draft, id), options),
}

export default function JobForm(props: EditorProps<Job>) {
  const { t } = useLingui()
  const card = (draft: JobDraft): Card => {
    const job = jobTermsOf(draft)
    return { ...cardBase(draft, props.viewer, 'jobs', t`Your title appears here`), listType: 'jobs', price: job.bidBase ?? 0, job }
  }
  return (
    <Editor
      {...props}
      editing={EDITING}
      preview={(draft) => <JobCard card={card(draft)} eager />}
      fields={(form) => (
        <>
          <Part title={<Trans>The job</Trans>} text={<Trans>Shown on the home page and in search.</Trans>}>
            <TitleField form={form} listType="jobs" />
            <CardDescriptionField form={form} optional />
          </Part>
          <Part title={<Trans>Banner</Trans>} text={<Trans>One picture at the top: the location, the team or the product.</Trans>}>
            <MediaUploader
              value={form.draft.media}
              onChange={(media) => form.set({ media })}
              max={1}
              error={form.errorOf('media')}
              onStatus={(status) => form.setUploadStatus('media', status)}
            />
          </Part>
          <Part title={<Trans>Type and pay</Trans>}>
            <Terms form={form} />
          </Part>
          <Part title={<Trans>Where</Trans>}>
            <Choice
              label={t`Where`}
              options={[
                ['remote', <Trans key="remote">Remote</Trans>],
                [
                  'local',
                  <Trans key="local" context="of a job">
                    Local
                  </Trans>,
                ],
              ]}
              value={form.draft.local ? 'local' : 'remote'}
              onChange={(where) => form.set({ local: where === 'local' })}
            />
            {form.draft.local && <WhereFields form={form} />}
          </Part>
          <Part
            title={<Trans>Main description</Trans>}
            text={<Trans>At least 100 characters: the work, the team and who you are looking for.</Trans>}
          >
            <DescriptionField form={form} />
          </Part>
        </>
      )}
    />
  )
}

/** Contract or full-time, and the pay. A full-time job has no bids. */
function Terms({ form: { draft, set, errorOf } }: { form: Form<JobDraft> }) {
  const { t } = useLingui()
  const contract = draft.jobType === 'CONTRACT'
  const step = (by: number) => set({ duration: String(Math.min(260, Math.max(1, parseWhole(draft.duration, 1) + by))) })
  return (
    <>
      <div className={css.row}>
        <Named name={t`Job type`}>
          <Segmented
            label={t`Job type`}
            options={[
              ['CONTRACT', <Trans key="contract">Contract</Trans>],
              ['FULLTIME', <Trans key="fulltime">Full-time</Trans>],
            ]}
            value={draft.jobType}
            onChange={(jobType) => set({ jobType, ...(jobType === 'FULLTIME' && { bidding: false }) })}
          />
        </Named>
        {contract && (
          <Named name={t`How people apply`}>
            <Segmented
              label={t`How people apply`}
              options={[
                ['posting', <Trans key="posting">Applications</Trans>],
                ['bidding', <Trans key="bidding">Bids</Trans>],
              ]}
              value={draft.bidding ? 'bidding' : 'posting'}
              onChange={(way) => set({ bidding: way === 'bidding' })}
            />
          </Named>
        )}
      </div>
      {contract && (
        <div className={css.pair}>
          <div className={css.days}>
            <TextField
              label={<Trans>Duration in weeks</Trans>}
              inputMode="numeric"
              value={draft.duration}
              error={errorOf('duration')}
              onChange={(event) => set({ duration: event.target.value })}
            />
            <IconButton icon="minus" label={t`Remove one week`} look="quiet" onClick={() => step(-1)} />
            <IconButton icon="plus" label={t`Add one week`} look="quiet" onClick={() => step(1)} />
          </div>
          {draft.bidding && (
            <TextField
              label={<Trans>Bids start at</Trans>}
              before="$"
              inputMode="decimal"
              value={draft.bidBase}
              error={errorOf('bidBase')}
              hint={parseUsd(draft.bidBase) ? undefined : <Trans>At least 5 dollars.</Trans>}
              onChange={(event) => set({ bidBase: event.target.value })}
            />
          )}
        </div>
      )}
      {!draft.bidding && <SalaryFields draft={draft} set={set} error={errorOf('salary')} />}
    </>
  )
}

/** A visible label for a group of controls that already has a label for screen readers. */
function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.named}>
      <p aria-hidden="true" className={css.label}>
        {name}
      </p>
      {children}
    </div>
  )
}

function SalaryFields({ draft, set, error }: { draft: JobDraft; set: (change: Partial<JobDraft>) => void; error: string | null }) {
  const { t } = useLingui()
  const periods: [Period, string][] = [
    ['hour', t`per hour`],
    ['day', t`per day`],
    ['week', t`per week`],
    ['month', t`per month`],
    ['year', t`per year`],
    ['project', t`in total`],
  ]
  return (
    <div className={css.triple}>
      <TextField
        label={<Trans>Salary</Trans>}
        inputMode="decimal"
        value={draft.salary}
        error={error}
        hint={<Trans>Optional, but applicants like to know.</Trans>}
        onChange={(event) => set({ salary: event.target.value })}
      />
      <Select
        label={<Trans>Currency</Trans>}
        value={draft.currency}
        options={Object.keys(CURRENCIES).map((code) => [code, code] as const)}
        onChange={(event) => set({ currency: event.target.value as Currency })}
      />
      <Select
        label={<Trans>Period</Trans>}
        value={draft.period}
        options={periods}
        onChange={(event) => set({ period: event.target.value as Period })}
      />
    </div>
  )
}
