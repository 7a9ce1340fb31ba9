import type { EventKind, Kind, ThingKind } from './notifications.schema.ts'

/**
 * The values of a text: the refund as a percentage, a deadline with its time zone, and how many new listings match. A kind uses only the
 * values that its events have.
 */
interface Values {
  percent: string
  until: string
  count: number
}

/** A catalog: the texts of every mail in one language. */
export interface MailTexts {
  /** One sentence for each kind. The subject is this sentence with the title; the first paragraph is the sentence alone. */
  kinds: Record<Kind, (values: Values) => string>
  /** The sentences that replace those above if the order pays for a place at an event. */
  ofEvents: Record<EventKind, (values: Values) => string>
  /** A second paragraph for some kinds, which says what it means. `contact` is the team's address. */
  notes: Partial<Record<Kind, (contact: string) => string>>
  subject: (sentence: string, title: string) => string
  /** The title of what the mail is about, as a paragraph. */
  titles: Record<ThingKind, (title: string) => string>
  /** The button that opens what the mail is about. */
  buttons: Record<ThingKind, string>
  /** The mail about unread messages. */
  digest: { sentence: (count: number) => string; button: string }
  /** The title of a push about messages of this member. */
  messageFrom: (name: string) => string
  /** A member without a name. */
  someone: string
  settings: string
  unsubscribe: string
}
