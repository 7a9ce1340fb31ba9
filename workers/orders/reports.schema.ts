import { type InferOutput, minValue, object, optional, picklist, pipe, regex, string } from 'valibot'
import { opaqueId } from '../shared/ids.schema.ts'
import { whole } from '../shared/numbers.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import type { Review } from './reviews.schema.ts'

/** What members can report: a review, or the answer to it. Both have the id of the review. */
export const REPORT_KINDS = ['review', 'answer'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = ['spam', 'abuse', 'private', 'untrue', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Maximum characters of a report's text. */
export const MAX_REPORT = 1000

/** A review as it was when it or its answer was reported. `answer` is null without one, or while it was hidden. */
export interface ReportedContent {
  rating: number
  review: string
  answer: string | null
}

/** A reported or hidden thing with its open reports, oldest first; at most ten are shown. Times are UTC seconds. */
export interface ReportedThing {
  kind: ReportKind
  id: string
  /** Number of open reports. */
  count: number
  reports: {
    reason: ReportReason
    text: string
    at: number
    /** Null in reports from before this was stored. */
    content: ReportedContent | null
  }[]
  /** The member who wrote the review or the answer; null if it can no longer be read. */
  author_id: number | null
  /** The review as it is now; null if it can no longer be read. */
  review: Review | null
  hidden: boolean
  /** Changes with every change of the text; 0 for one that cannot be read. */
  version: number
}

/**
 * A page of reported things, sorted by the time of their oldest open report, or of hidden ones, the last hidden first. `next` is the cursor of
 * the next page, null on the last.
 */
export interface ReportPage {
  things: ReportedThing[]
  next: string | null
}

const thingEntries = { kind: picklist(REPORT_KINDS), id: opaqueId }

/** Body of addReport. */
export const addReportRequest = object({
  ...thingEntries,
  reason: picklist(REPORT_REASONS),
  text: optional(multiLineText(MAX_REPORT), ''),
})

/**
 * Query of getReports. `hidden` lists what is hidden instead of what has open reports. `cursor` is the `next` of the previous page of the same
 * list.
 */
export const reportsQuery = object({
  list: optional(picklist(['open', 'hidden']), 'open'),
  cursor: optional(pipe(string(), regex(/^\d{1,15}(?:\.[\w-]{22}\.(?:review|answer))?$/, 'cursor'))),
})
export type ReportList = InferOutput<typeof reportsQuery>['list']

/**
 * Body of decideReports. `hide` hides the thing, `dismiss` leaves it; both close its open reports. `restore` shows a hidden thing again.
 * `dismiss` and `restore`, and `hide` without an open report, are refused if the thing was changed after the version that the admin has
 * seen.
 */
export const decideReportsRequest = object({
  ...thingEntries,
  action: picklist(['hide', 'dismiss', 'restore']),
  /** The `version` of the thing that the admin has seen. */
  version: pipe(whole, minValue(0, 'too_low')),
})
