import { safeParse } from 'valibot'
import type { Seller } from '../../../workers/listings/fields.schema.ts'
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
import { parseUsd, usdText } from '../../../workers/shared/usd.schema.ts'
import { bodyFields, type Draft, type DraftFault, emptyFields, faultsOfParsed, fieldsOf, parseWhole } from './draft.ts'

/** The draft of a job, numbers as typed. An empty salary means none. */
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

/** The draft of an existing job. */
export const jobDraftOf = (job: Job): JobDraft => ({ ...fieldsOf(job), ...typed(job.job) })

/** The terms of a draft. An invalid number becomes 0 or null, which breaks a rule. */
export const jobTermsOf = (draft: JobDraft): JobTerms => {
  const bidding = draft.bidding && draft.jobType === 'CONTRACT'
  return {
    jobType: draft.jobType,
    duration: draft.jobType === 'CONTRACT' ? parseWhole(draft.duration, 0) : null,
    bidding,
    bidBase: bidding ? parseUsd(draft.bidBase) : null,
    salary:
      bidding || !draft.salary.trim()
        ? null
        : { amount: parseMoney(draft.salary, draft.currency) ?? 0, currency: draft.currency, period: draft.period },
  }
}

/** The body to send for a draft. */
export const jobBodyOf = (draft: JobDraft, id?: number): JobBody => ({ ...bodyFields(draft, id), ...jobTermsOf(draft) })

/** Finds the faults of a draft, in the order to show them; none if the server will accept it. */
export const jobFaults = (draft: JobDraft, seller: Seller): DraftFault[] =>
  faultsOfParsed<JobProduct>(safeParse(jobBody, jobBodyOf(draft)), (product) => jobRules(product, seller))
