import { array, check, integer, maxLength, maxValue, minValue, number, object, optional, pipe } from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import { attachmentPaths, type DeliveredFile, hasNoRepetition } from './deliveries.schema.ts'
import { type Order, type Role, statusOf } from './orders.schema.ts'

/**
 * Maximum characters of the statement of a submission, maximum number of its files and copied messages, and maximum number of submissions
 * of a party in one order.
 */
export const EVIDENCE_LIMITS = { statement: 2000, files: 10, messages: 20, submissions: 10 } as const

/** How long evidence is stored after the end of its order (seconds). */
export const EVIDENCE_SECONDS = 365 * 86_400

/** A message as the server found it in the order's room. */
export interface CopiedMessage {
  /** Its number in the room, from 1. */
  number: number
  author: Role
  /** When it was sent, UTC seconds. */
  at: number
  text: string
}

/** The copy of a message that was submitted as evidence. It stays if the message is changed or deleted. */
export interface EvidenceMessage extends CopiedMessage {
  /** SHA-256 of {@link canonicalMessage}, in hex. */
  hash: string
}

/** What a party has submitted at one time: a statement, files, copies of messages. */
export interface Evidence {
  id: string
  party: Role
  /** May be empty. */
  statement: string
  files: DeliveredFile[]
  /** In the order of the room. */
  messages: EvidenceMessage[]
  /** UTC seconds. */
  at: number
}

/**
 * The text whose SHA-256 (of its UTF-8 bytes) is stored with the copy of a message: a JSON array without spaces of the order's id, the
 * message's number, `buyer` or `seller`, its time in UTC seconds, and its text.
 */
export const canonicalMessage = (orderId: string, { number: seq, author, at, text }: CopiedMessage): string =>
  JSON.stringify([orderId, seq, author, at, text])

/** Why a party cannot submit evidence now; null if they can. */
export function evidenceFault(
  order: Pick<Order, 'status_'>,
  role: Role,
  evidence: readonly Pick<Evidence, 'party'>[],
): Extract<ErrorCode, 'evidence_closed' | 'evidence_limit'> | null {
  if (statusOf(order) !== 'disputed') return 'evidence_closed'
  return evidence.filter(({ party }) => party === role).length < EVIDENCE_LIMITS.submissions ? null : 'evidence_limit'
}

/**
 * Body of addEvidence: a statement, files, messages, or several of these. `files` are the paths of finished attachments of the caller,
 * `messages` numbers of messages in the order's room.
 */
export const addEvidenceRequest = pipe(
  object({
    orderId: opaqueId,
    statement: optional(multiLineText(EVIDENCE_LIMITS.statement), ''),
    files: attachmentPaths(EVIDENCE_LIMITS.files),
    messages: optional(
      pipe(
        array(pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER))),
        maxLength(EVIDENCE_LIMITS.messages, 'too_many'),
        check(hasNoRepetition, 'twice'),
      ),
      [],
    ),
  }),
  check(({ statement, files, messages }) => statement !== '' || files.length + messages.length > 0, 'empty'),
)

/** Query of getEvidence. */
export const evidenceQuery = object({ orderId: opaqueId })
