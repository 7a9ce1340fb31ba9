import { boolean, check, forward, type InferInput, type InferOutput, nullish, object, optional, picklist, pipe, transform } from 'valibot'
import { whole } from '../shared/numbers.schema.ts'
import {
  broken,
  CARD_TEMPLATE,
  CATEGORY,
  commonFields,
  DESCRIPTION,
  type Fault,
  LIMITS,
  lines,
  MAX_PRICE,
  MIN_PRICE,
  PLACE,
  PROFILE,
  type Rule,
  type Seller,
  TEMPLATE,
  TITLE,
} from './fields.schema.ts'
import type { Answerable, CardBase, ListingBase } from './listings.schema.ts'
import { CURRENCIES, type Currency, MAX_SALARY, PERIODS, type Salary } from './money.schema.ts'
import { isSubCategory } from './taxonomy.schema.ts'

export const JOB_TYPES = ['CONTRACT', 'FULLTIME'] as const
export type JobType = (typeof JOB_TYPES)[number]

/** What a job offers. `duration` in weeks, of contracts only; `bidBase` in micro-USD, where people bid for it; else maybe a salary. */
export interface JobTerms {
  jobType: JobType
  duration: number | null
  bidding: boolean
  bidBase: number | null
  salary: Salary | null
}

/** A job as a card shows it; `price` is its bid base in micro-USD, 0 where nobody bids. Its date is `createdAt`. */
export interface JobCard extends CardBase {
  listType: 'jobs'
  job: JobTerms
}

/** A job whole, as getListing answers it. */
export interface Job extends JobCard, ListingBase, Answerable {}

/** A new job, as the form begins it. */
export const DEFAULT_JOB: JobTerms = { jobType: 'CONTRACT', duration: 1, bidding: false, bidBase: null, salary: null }

/** What addJob takes as `product`; see {@link serviceBody}. A full-time job has no bids, and only a contract lasts some weeks. */
export const jobBody = pipe(
  object({
    ...commonFields('jobs'),
    /** Left empty, the server takes the beginning of the description. */
    descriptionPreview: optional(lines(LIMITS.descriptionPreview), ''),
    jobType: optional(picklist(JOB_TYPES, 'unknown'), DEFAULT_JOB.jobType),
    /** Weeks. */
    duration: nullish(whole, DEFAULT_JOB.duration),
    bidding: optional(boolean(), false),
    /** Micro-USD. */
    bidBase: nullish(whole),
    /** How bidBase was called before. */
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

/** A draft as it is sent. */
export type JobDraft = InferInput<typeof jobBody>
/** A draft whose shape is right and whose texts are clean. */
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

/** What can be wrong with a job whose shape is right. */
export type JobRule = (typeof rules)[number][0]

/** Every rule a job breaks, in the order they are to be told. */
export const jobRules = (product: JobProduct, seller: Seller): Fault<JobRule>[] => broken(rules, { ...product, seller })

/** Body of addJob. */
export const addJobRequest = object({ product: jobBody })
