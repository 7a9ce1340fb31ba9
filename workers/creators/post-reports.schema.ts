import { type InferOutput, minValue, object, optional, picklist, pipe, regex, string } from 'valibot'
import type { ListType } from '../listings/list-types.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { numericId, whole } from '../shared/numbers.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import type { Media } from '../uploads/media.schema.ts'
import type { LinkPreview } from './link-previews.schema.ts'
import { typedName } from './typed-name.schema.ts'

/** What members can report. */
const POST_REPORT_KINDS = ['post', 'comment', 'listing', 'person', 'page'] as const
export type PostReportKind = (typeof POST_REPORT_KINDS)[number]

/** The parts of the list of reports, with the kinds of things in each. */
export const REPORT_PARTS = {
  posts: ['post', 'comment'],
  listings: ['listing'],
  members: ['person', 'page'],
} as const satisfies Record<string, readonly PostReportKind[]>
export type ReportPart = keyof typeof REPORT_PARTS

/** Why a member reports something. */
export const POST_REPORT_REASONS = ['spam', 'abuse', 'fraud', 'private', 'other'] as const
type PostReportReason = (typeof POST_REPORT_REASONS)[number]

/** Maximum characters of a report's text. */
export const MAX_POST_REPORT = 1000

/** Maximum characters of the copy of a reported text; one that is cut ends with dots after them. */
export const MAX_REPORTED_COPY = 10_000

/** Files that admins see of a reported thing. */
export const MAX_REPORTED_FILES = 20

const about = { reason: picklist(POST_REPORT_REASONS), text: optional(multiLineText(MAX_POST_REPORT), '') }
/** Body of reportPost. */
export const reportPostRequest = object({ pid: opaqueId, ...about })
/** Body of reportComment. */
export const reportCommentRequest = object({ id: opaqueId, ...about })

/** Body of reportListing. */
export const reportListingRequest = object({ id: numericId, ...about })
/** Body of reportPerson. */
export const reportPersonRequest = object({ userId: numericId, ...about })
/** Body of reportPage. */
export const reportPageRequest = object({ name: typedName, ...about })

/**
 * Query of getPostReports. `hidden` lists what is hidden instead of what has open reports. Without `part`, things of all parts are listed.
 * `cursor` is the `next` of the previous page.
 */
export const postReportsQuery = object({
  list: optional(picklist(['open', 'hidden']), 'open'),
  part: optional(picklist(['posts', 'listings', 'members'] satisfies ReportPart[])),
  cursor: optional(pipe(string(), regex(/^\d{1,12}\.[\w-]{1,22}$/, 'cursor'))),
})
export type PostReportsQuery = InferOutput<typeof postReportsQuery>
export type PostReportList = PostReportsQuery['list']

/**
 * Body of decidePostReports. `hide` and `dismiss` close the open reports; `restore` shows a hidden thing again. Of a person the profile is
 * hidden; a page cannot be hidden. `dismiss` and `restore`, and `hide` without an open report, are refused if the thing was changed after
 * the version that the admin has seen.
 */
export const decidePostReportsRequest = object({
  kind: picklist(POST_REPORT_KINDS),
  /** The `pid` of the post, or the id of the comment, the listing, the member, or the member whose page it is. */
  id: pipe(string(), regex(/^(?:[\w-]{22}|[1-9]\d{0,15})$/, 'id')),
  action: picklist(['hide', 'dismiss', 'restore']),
  /** The `version` of the thing that the admin has seen. */
  version: pipe(whole, minValue(0, 'too_low')),
})

/** What was reported, by its kind. `media` has at most {@link MAX_REPORTED_FILES} of its `mediaCount` files. */
export type ReportedPlace =
  /**
   * `media` has the files below the text and the pictures in it; `link` is '' without one. `isDraft`: its author took it back as a draft,
   * which is private, so it has neither text nor files nor a link.
   */
  | {
      kind: 'post'
      pid: string
      creatorName: string
      isDraft: boolean
      media: Media[]
      mediaCount: number
      link: string
      preview: LinkPreview | null
    }
  /** `pid` is the post of the comment. */
  | { kind: 'comment'; pid: string; creatorName: string }
  /** `media` has the files of the gallery and the pictures in the description. */
  | { kind: 'listing'; listType: ListType; title: string; media: Media[]; mediaCount: number }
  /** `media` has the picture and the uploaded video of the profile. */
  | { kind: 'person'; media: Media[]; mediaCount: number }
  /** The page of a creator. `media` has its pictures and its video. */
  | { kind: 'page'; creatorName: string; media: Media[]; mediaCount: number }

/** A thing with open reports, or one that is hidden. Times are UTC seconds. */
export type ReportedItem = ReportedPlace & {
  /** The `pid` of the post, or the id of the comment, the listing, the member, or the member whose page it is. */
  id: string
  /** Its author or owner, or the reported person. */
  author: { id: number; name: string }
  /** Plain text as it is now, with the addresses of its links; at most 40,000 characters, and dots if it is cut. */
  text: string
  /** Changes with every change of its content; 0 for a comment, which cannot be changed. */
  version: number
  hidden: boolean
  /** Number of open reports. */
  count: number
  /**
   * The oldest open reports, at most ten. `text` is from the reporter, `content` what was reported, as plain text: at most 10,000 characters,
   * and dots if it is cut.
   */
  reports: { reason: PostReportReason; text: string; at: number; content: string }[]
}

/** Response of getPostReports. `next` is the cursor of the next page; null on the last. */
export interface PostReportPage {
  things: ReportedItem[]
  next: string | null
}
