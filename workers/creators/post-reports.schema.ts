import { type InferOutput, object, optional, picklist, pipe, regex, string } from 'valibot'
import { opaqueId } from '../shared/ids.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'

/** What members can report. */
export const POST_REPORT_KINDS = ['post', 'comment'] as const
export type PostReportKind = (typeof POST_REPORT_KINDS)[number]

/** Why somebody reports a post or a comment. */
export const POST_REPORT_REASONS = ['spam', 'abuse', 'fraud', 'private', 'other'] as const
type PostReportReason = (typeof POST_REPORT_REASONS)[number]

/** Maximum characters of a report's text. */
export const MAX_POST_REPORT = 1000

const about = { reason: picklist(POST_REPORT_REASONS), text: optional(multiLineText(MAX_POST_REPORT), '') }
/** Body of reportPost. */
export const reportPostRequest = object({ pid: opaqueId, ...about })
/** Body of reportComment. */
export const reportCommentRequest = object({ id: opaqueId, ...about })

/** Query of getPostReports. `hidden` lists what is hidden instead of what has open reports. `cursor` is the `next` of the previous page. */
export const postReportsQuery = object({
  list: optional(picklist(['open', 'hidden']), 'open'),
  cursor: optional(pipe(string(), regex(/^\d{1,12}\.[\w-]{22}$/, 'cursor'))),
})
export type PostReportList = InferOutput<typeof postReportsQuery>['list']

/** Body of decidePostReports. `hide` and `dismiss` close the open reports; `restore` shows a hidden thing again. */
export const decidePostReportsRequest = object({
  kind: picklist(POST_REPORT_KINDS),
  id: opaqueId,
  action: picklist(['hide', 'dismiss', 'restore']),
})

/** A post or comment with open reports, or one that is hidden. Times are UTC seconds. */
export interface ReportedPost {
  kind: PostReportKind
  /** The `pid` of the post, or the id of the comment. */
  id: string
  /** The post, or that of the comment. */
  pid: string
  creatorName: string
  author: { id: number; name: string }
  /** Plain text as it is now. */
  text: string
  /** The link of a post; '' without one. */
  link: string
  hidden: boolean
  /** Number of open reports. */
  count: number
  /** The oldest open reports, at most ten. `text` is from the reporter, `content` what was reported, as plain text. */
  reports: { reason: PostReportReason; text: string; at: number; content: string }[]
}

/** Response of getPostReports. `next` is the cursor of the next page; null on the last. */
export interface PostReportPage {
  things: ReportedPost[]
  next: string | null
}
