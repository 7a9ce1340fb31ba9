import { array, check, integer, maxLength, maxValue, minValue, nullable, number, object, picklist, pipe, regex, string } from 'valibot'
import { isTimeZone } from '../listings/time-zones.schema.ts'
import type { Kind } from './notifications.schema.ts'

/** What members can turn off, each for the app, for mails and for pushes. */
export const TOPICS = [
  'sales',
  'orders',
  'payments',
  'disputes',
  'places',
  'reviews',
  'reminders',
  'saved',
  'offers',
  'creators',
  'listings',
] as const
export type Topic = (typeof TOPICS)[number]
/** What mails can be about. Mails about unread messages are a setting of conversations. */
export const MAIL_TOPICS = [...TOPICS, 'messages'] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

/** The topic of each kind; null for what nobody can turn off. */
export const TOPIC_OF: Record<Kind, Topic | null> = {
  orderPlaced: 'sales',
  orderAccepted: 'orders',
  orderRejected: 'orders',
  orderCancelled: 'orders',
  orderDelivered: 'orders',
  changesRequested: 'orders',
  orderRedelivered: 'orders',
  orderCompleted: 'orders',
  orderReleased: 'orders',
  paymentOwed: 'payments',
  disputeOpened: 'disputes',
  disputeLowered: 'disputes',
  disputeOffered: 'disputes',
  disputeAgreed: 'disputes',
  disputeDecided: 'disputes',
  disputeSettled: 'disputes',
  evidenceAdded: 'disputes',
  reviewReceived: 'reviews',
  reviewAnswered: 'reviews',
  deliveryDue: 'reminders',
  releaseDue: 'reminders',
  settleDue: 'reminders',
  placeOffered: 'places',
  placeDue: 'reminders',
  placeLost: 'places',
  placePaid: 'places',
  placeUnpaid: 'places',
  newMatches: 'saved',
  offerReceived: 'offers',
  offerAccepted: 'offers',
  offerDeclined: 'offers',
  creatorQuestion: 'creators',
  creatorGranted: 'creators',
  creatorRefused: 'creators',
  creatorRemoved: 'creators',
  creatorRestored: 'creators',
  postCommented: 'creators',
  listingHidden: 'listings',
  listingRestored: 'listings',
  profileHidden: null,
  profileRestored: null,
  memberWarned: null,
  memberSuspended: null,
  suspensionEnded: null,
}

const CHANNELS = ['app', 'email', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** A topic in a channel. Messages have only pushes: their mails are a setting of conversations, and the messenger shows what is unread. */
export type Switch = `${Channel}:${Topic}` | 'push:messages'
export const SWITCHES: readonly Switch[] = [
  ...CHANNELS.flatMap((channel) => TOPICS.map((topic): Switch => `${channel}:${topic}`)),
  'push:messages',
]

const DAY_MINUTES = 1440
const minute = pipe(number(), integer('whole'), minValue(0, 'too_low'), maxValue(DAY_MINUTES - 1, 'too_high'))

/** Body of setSettings. */
export const settingsRequest = object({
  off: pipe(array(picklist(SWITCHES)), maxLength(SWITCHES.length)),
  quiet: nullable(object({ from: minute, to: minute })),
  timeZone: pipe(string(), maxLength(64, 'time_zone'), check(isTimeZone, 'time_zone')),
})

/** Quiet hours in minutes after midnight. They may pass midnight. */
export interface QuietHours {
  from: number
  to: number
}

/** The settings of a member. */
export interface NotificationSettings {
  off: Switch[]
  quiet: QuietHours | null
  /** IANA name; null until the member has chosen. */
  timeZone: string | null
  /** Whether there is a confirmed e-mail address. */
  hasEmail: boolean
}

/** Query of unsubscribe: member, topic and signature. */
export const unsubscribeQuery = object({ token: pipe(string(), regex(/^[1-9]\d{0,15}\.[a-z]{1,20}\.[\w-]{43}$/, 'token')) })

/** The seconds from a time (UTC seconds) until the quiet hours end; 0 outside of them. Equal bounds mean that there are no quiet hours. */
export function quietSeconds({ from, to }: QuietHours, timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const [hours, minutes] = format
    .format(at * 1000)
    .split(':')
    .map(Number) as [number, number]
  const now = hours * 60 + minutes
  const isQuiet = from <= to ? now >= from && now < to : now >= from || now < to
  return isQuiet ? ((to - now + DAY_MINUTES) % DAY_MINUTES) * 60 - (at % 60) : 0
}
