import { safeParse } from 'valibot'
import { parseUsd, type Seller, usdText } from '../../../workers/listings/fields.schema.ts'
import {
  DEFAULT_JOB,
  type Job,
  type JobDraft as JobBody,
  type JobProduct,
  type JobTerms,
  type JobType,
  jobBody,
  jobRules,
} from '../../../workers/listings/jobs.schema.ts'
import { type Currency, moneyText, type Period, parseMoney } from '../../../workers/listings/money.schema.ts'
import { bodyFields, type Draft, type DraftFault, emptyFields, faultsOfParsed, fieldsOf, wholeOf } from './draft.ts'

/** A job while it is written, numbers as typed. An empty salary is none. */
export interface JobDraft extends Draft {
  jobType: JobType
  duration: string
  bidding: boolean
  bidBase: string
  salary: string
  currency: Currency
  period: Period
}

export const emptyJob = (currency: Currency = 'USD'): JobDraft => ({
  ...emptyFields('JOBS'),
  ...typed(DEFAULT_JOB),
  currency,
})

function typed({ jobType, duration, bidding, bidBase, salary }: JobTerms) {
  return {
    jobType,
    duration: String(duration ?? DEFAULT_JOB.duration),
    bidding,
    bidBase: bidBase === null ? '' : usdText(bidBase),
    salary: salary ? moneyText(salary.amount, salary.currency) : '',
    currency: salary?.currency ?? 'USD',
    period: salary?.period ?? 'month',
  } as const
}

/** A job as its form begins. */
export const jobDraftOf = (job: Job): JobDraft => ({ ...fieldsOf(job), ...typed(job.job) })

/** Its terms; what is no number is one that no rule lets pass. */
export const jobTermsOf = (draft: JobDraft): JobTerms => {
  const bidding = draft.bidding && draft.jobType === 'CONTRACT'
  return {
    jobType: draft.jobType,
    duration: draft.jobType === 'CONTRACT' ? wholeOf(draft.duration, 0) : null,
    bidding,
    bidBase: bidding ? parseUsd(draft.bidBase) : null,
    salary:
      bidding || !draft.salary.trim()
        ? null
        : { amount: parseMoney(draft.salary, draft.currency) ?? 0, currency: draft.currency, period: draft.period },
  }
}

/** What is sent for a draft. */
export const jobBodyOf = (draft: JobDraft, id?: number): JobBody => ({ ...bodyFields(draft, id), ...jobTermsOf(draft) })

/** Everything wrong with a draft, in the order it is to be told; none: the server will take it as it is. */
export const jobFaults = (draft: JobDraft, seller: Seller): DraftFault[] =>
  faultsOfParsed<JobProduct>(safeParse(jobBody, jobBodyOf(draft)), (product) => jobRules(product, seller))
