import { boolean, check, forward, type InferInput, type InferOutput, nullish, object, optional, picklist, pipe, transform } from 'valibot'
import { whole } from '../shared/numbers.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import { MAX_PRICE, MIN_PRICE } from '../shared/usd.schema.ts'
import type { AcceptsApplications, CardBase, ListingBase } from './base.schema.ts'
import {
  CARD_TEMPLATE,
  CATEGORY,
  commonFields,
  DESCRIPTION,
  type Fault,
  findFaults,
  LIMITS,
  PLACE,
  PROFILE,
  type Rule,
  type Seller,
  TEMPLATE,
  TITLE,
} from './fields.schema.ts'
import { CURRENCIES, type Currency, MAX_SALARY, PERIODS, type Salary } from './money.schema.ts'
import { isSubCategory } from './taxonomy.schema.ts'

export const JOB_TYPES = ['CONTRACT', 'FULLTIME'] as const
export type JobType = (typeof JOB_TYPES)[number]

/**
 * The terms of a job. `duration` is in weeks, null for a full-time job. `bidBase` is in micro-USD and only for jobs with bids; other jobs
 * may have a salary.
 */
export interface JobTerms {
  jobType: JobType
  duration: number | null
  bidding: boolean
  bidBase: number | null
  salary: Salary | null
}

/** A job on a card. `price` is the bid base in micro-USD, 0 for a job without bids. The date shown is `createdAt`. */
export interface JobCard extends CardBase {
  listType: 'jobs'
  job: JobTerms
}

/** A complete job, as getListing returns it. */
export interface Job extends JobCard, ListingBase, AcceptsApplications {}

/** The initial values of a new job in the form. */
export const DEFAULT_JOB: JobTerms = { jobType: 'CONTRACT', duration: 1, bidding: false, bidBase: null, salary: null }

/** The `product` of addJob; see {@link serviceBody}. A full-time job has neither bids nor a duration. */
export const jobBody = pipe(
  object({
    ...commonFields('jobs'),
    /** If empty, the server uses the beginning of the description. */
    descriptionPreview: optional(multiLineText(LIMITS.descriptionPreview), ''),
    jobType: optional(picklist(JOB_TYPES, 'unknown'), DEFAULT_JOB.jobType),
    /** Weeks. */
    duration: nullish(whole, DEFAULT_JOB.duration),
    bidding: optional(boolean(), false),
    /** Micro-USD. */
    bidBase: nullish(whole),
    /** Former name of bidBase. */
    bidbase: nullish(whole),
    salary: nullish(
      object({
        amount: whole,
        currency: picklist(Object.keys(CURRENCIES) as Currency[], 'unknown'),
        period: picklist(PERIODS, 'unknown'),
      }),
      null,
    ),
    local: optional(boolean(), false),
  }),
  forward(
    check(({ category, subCategory }) => isSubCategory('jobs', category, subCategory), 'unknown'),
    ['subCategory'],
  ),
  transform(({ bidbase, ...job }) => {
    const bidding = job.bidding && job.jobType === 'CONTRACT'
    return {
      ...job,
      bidding,
      bidBase: bidding ? (job.bidBase ?? bidbase ?? null) : null,
      duration: job.jobType === 'CONTRACT' ? job.duration : null,
      salary: bidding ? null : job.salary,
    }
  }),
)

/** A draft as sent by the client. */
export type JobDraft = InferInput<typeof jobBody>
/** A well-formed draft with cleaned texts. */
export type JobProduct = InferOutput<typeof jobBody>

const rules = [
  TITLE,
  CATEGORY,
  PROFILE,
  CARD_TEMPLATE,
  TEMPLATE,
  DESCRIPTION,
  PLACE,
  ['bid_base_missing', 'bidBase', ({ bidding, bidBase }) => !bidding || (bidBase !== null && bidBase > 0)],
  ['price_low', 'bidBase', ({ bidBase }) => bidBase === null || bidBase <= 0 || bidBase >= MIN_PRICE],
  ['price_high', 'bidBase', ({ bidBase }) => bidBase === null || bidBase <= MAX_PRICE],
  ['duration_range', 'duration', ({ duration }) => duration === null || (duration >= 1 && duration <= LIMITS.weeks)],
  [
    'salary_range',
    'salary',
    ({ salary }) => salary === null || (salary.amount >= 1 && salary.amount <= MAX_SALARY * 10 ** CURRENCIES[salary.currency]),
  ],
] as const satisfies Rule<JobProduct & { seller: Seller }>[]

/** The rules that a well-formed job can break. */
export type JobRule = (typeof rules)[number][0]

/** The rules that a job breaks, in the order in which they are reported. */
export const jobRules = (product: JobProduct, seller: Seller): Fault<JobRule>[] => findFaults(rules, { ...product, seller })

/** Body of addJob. */
export const addJobRequest = object({ product: jobBody })
