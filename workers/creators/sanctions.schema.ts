import { check, integer, maxValue, minValue, nullable, number, object, optional, pipe, regex, string, transform } from 'valibot'
import { numericId } from '../shared/numbers.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'

/** Maximum characters of a reason, which the member reads. */
export const MAX_REASON = 1000
/** Longest suspension that ends by itself (days). */
const MAX_SUSPENSION_DAYS = 365

const reason = pipe(
  multiLineText(MAX_REASON),
  check((text) => text !== '', 'empty'),
)

/** Body of warnMember and endSuspension. */
export const reasonRequest = object({ userId: numericId, reason })

/** Body of suspendMember. `days`: null until an admin ends it. */
export const suspendMemberRequest = object({
  userId: numericId,
  reason,
  days: nullable(pipe(number(), integer('whole'), minValue(1, 'too_low'), maxValue(MAX_SUSPENSION_DAYS, 'too_high'))),
})

/** Query of getMemberStanding. */
export const memberStandingQuery = object({
  userId: pipe(string(), regex(/^[1-9]\d{0,14}$/, 'id'), transform(Number)),
})

/** Query of getSuspendedMembers. `cursor` is the `next` of the previous page. */
export const suspendedMembersQuery = object({ cursor: optional(pipe(string(), regex(/^[1-9]\d{0,14}$/, 'cursor'), transform(Number))) })

/** A suspension. Times are UTC seconds; `until` is null until an admin ends it. */
export interface Suspension {
  at: number
  until: number | null
  reason: string
}

/** A warning, or a suspension that has ended. */
export interface PastSanction extends Suspension {
  kind: 'warning' | 'suspension'
  /** Null for a warning. */
  endedAt: number | null
  /** Why an admin ended it; null for a warning, and for a suspension that ended by itself. */
  endReason: string | null
}

/** Response of getMemberStanding, the newest sanctions first. */
export interface MemberStanding {
  userId: number
  name: string
  /** An admin of our contracts, or the caller: they can neither be warned nor suspended. */
  isExempt: boolean
  suspension: Suspension | null
  past: PastSanction[]
}

export interface SuspendedMember extends Suspension {
  userId: number
  name: string
}

/** Response of getSuspendedMembers, the last suspended first. `next` is the cursor of the next page; null on the last. */
export interface SuspendedMemberPage {
  members: SuspendedMember[]
  next: string | null
}
