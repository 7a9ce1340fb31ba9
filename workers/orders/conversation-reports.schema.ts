import {
  array,
  check,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot'
import type { RoomMessage } from '../chat/messages.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import { MAX_REPORT } from './reports.schema.ts'

/** Why somebody reports messages. */
export const CONVERSATION_REASONS = ['spam', 'abuse', 'fraud', 'private', 'other'] as const
export type ConversationReason = (typeof CONVERSATION_REASONS)[number]

/** The most messages of one report. */
export const MAX_REPORTED = 20

const seq = pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER))

/** Body of addConversationReport. `messages` are the numbers of the messages in their room. */
export const conversationReportRequest = object({
  roomId: opaqueId,
  messages: pipe(
    array(seq),
    minLength(1, 'messages'),
    maxLength(MAX_REPORTED, 'messages'),
    check((seqs) => new Set(seqs).size === seqs.length, 'messages'),
  ),
  reason: picklist(CONVERSATION_REASONS),
  text: optional(multiLineText(MAX_REPORT), ''),
})

/** Query of getConversationReports and getHiddenMessages. `cursor` is the `next` of the previous page. */
export const conversationReportsQuery = object({ cursor: optional(pipe(string(), regex(/^\d{1,15}$/, 'cursor'))) })

/**
 * Body of decideConversationReport. `hide` hides the reported messages of the subject, `dismiss` leaves them; both close the report.
 * `restore` shows what it has hidden again, and then `hide` hides that again. A report never changes, so its id says what the admin has
 * seen.
 */
export const decideConversationReportRequest = object({
  id: pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER)),
  action: picklist(['hide', 'dismiss', 'restore']),
})
export type ConversationDecision = InferOutput<typeof decideConversationReportRequest>

/** The most members of a room that admins see with a report. */
export const MAX_ROOM_MEMBERS = 10

/** In which conversation reported messages were written. Nothing else of it is shown. */
export interface ReportedRoom {
  /** `pair`: of two members; `order`: about an order. */
  kind: 'pair' | 'order'
  /** At most {@link MAX_ROOM_MEMBERS}, without deleted accounts. */
  members: { id: number; name: string }[]
  /** The order, while it is disputed. */
  disputedOrderId: string | null
}

/** An open report about messages. `subject` is the member whom it is about; `messages` are as they were when they were reported. */
export interface ConversationReport {
  id: number
  reason: ConversationReason
  text: string
  /** UTC seconds. */
  at: number
  reporter: { id: number; name: string }
  subject: { id: number; name: string }
  /** Null if the room no longer exists. */
  room: ReportedRoom | null
  messages: RoomMessage[]
}

/** A page of open reports, oldest first. */
export interface ConversationReportPage {
  reports: ConversationReport[]
  /** The cursor of the next page; null on the last. */
  next: string | null
}

/** The messages that were hidden because of a report. */
export interface HiddenMessages {
  /** The id of the report. */
  id: number
  /** When they were hidden, UTC seconds. */
  at: number
  subject: { id: number; name: string }
  /** As they are stored now, without those that their author has deleted; null if the room could not be read. */
  messages: RoomMessage[] | null
}

/** A page of hidden messages, the newest report first. */
export interface HiddenMessagesPage {
  hidden: HiddenMessages[]
  /** The cursor of the next page; null on the last. */
  next: string | null
}
