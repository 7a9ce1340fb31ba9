import { object, optional, picklist, pipe, regex, string, transform } from 'valibot'
import type { ListType } from '../listings/list-types.schema.ts'
import { numericId } from '../shared/numbers.schema.ts'

/** What a notification can be about. Opening it marks its notifications as read. */
export const THINGS = ['order', 'event', 'saved', 'room', 'application', 'post', 'listing', 'profile', 'account'] as const
export type ThingKind = (typeof THINGS)[number]

/** The kinds of notifications. */
export const KINDS = [
  'orderPlaced',
  'orderAccepted',
  'orderRejected',
  'orderCancelled',
  'orderDelivered',
  /** The buyer requests changes to a delivery. */
  'changesRequested',
  /** A delivery after the first one. */
  'orderRedelivered',
  'orderCompleted',
  /** The payment was released because the 14 days after the delivery have passed. */
  'orderReleased',
  /** A payment of an order could not be sent to the member's wallet. */
  'paymentOwed',
  'disputeOpened',
  'disputeLowered',
  'disputeOffered',
  'disputeAgreed',
  'disputeDecided',
  'disputeSettled',
  /** The other party has submitted evidence. */
  'evidenceAdded',
  'reviewReceived',
  'reviewAnswered',
  'deliveryDue',
  'releaseDue',
  'settleDue',
  /** The member was admitted to a paid event. */
  'placeOffered',
  'placeDue',
  'placeLost',
  /** Tells the host that an attendee has paid for their place. It is about the order. */
  'placePaid',
  /** Tells the host that an attendee has not paid in time. */
  'placeUnpaid',
  /** New listings match the member's saved searches. */
  'newMatches',
  /** A custom offer was sent to the member, or changed. Offers are about their room. */
  'offerReceived',
  /** The seller has accepted the terms of a buyer, who can pay now. */
  'offerAccepted',
  'offerDeclined',
  /** The team has a question about the member's application to become a creator. */
  'creatorQuestion',
  'creatorGranted',
  'creatorRefused',
  /** The team has removed the member as a creator: the page and the posts are hidden. */
  'creatorRemoved',
  'creatorRestored',
  /** Members have commented on the member's post. */
  'postCommented',
  /** The team has hidden the member's listing after a report. */
  'listingHidden',
  'listingRestored',
  /** The team has hidden the member's profile after a report. */
  'profileHidden',
  'profileRestored',
  /** What the team has decided about the member's account. The title is the reason, as plain text. */
  'memberWarned',
  'memberSuspended',
  'suspensionEnded',
] as const
export type Kind = (typeof KINDS)[number]

/** The kinds that have another text if the order pays for a place at an event. */
export const EVENT_KINDS = [
  'orderAccepted',
  'orderRejected',
  'orderCancelled',
  'orderDelivered',
  'orderCompleted',
  'orderReleased',
  'disputeOpened',
  'disputeLowered',
  'disputeOffered',
  'deliveryDue',
  'releaseDue',
] as const satisfies readonly Kind[]
export type EventKind = (typeof EVENT_KINDS)[number]

/** Whether the text of a notification speaks of host and attendee instead of seller and buyer. */
export const isEventKind = (kind: Kind, { isEvent }: NotificationParams): kind is EventKind =>
  isEvent === true && EVENT_KINDS.includes(kind as EventKind)

/** The values for the text of a notification. */
export interface NotificationParams {
  /** The title of the order, event or listing, the names of the saved searches, or the name of the creator. It may be empty. */
  /** The title of the order or event, the names of the saved searches, the name of the creator, or the reason of a warning. It may be empty. */
  title: string
  /** The type of the listing that it is about. */
  listType?: ListType
  /** Whether the order pays for a place at an event. */
  isEvent?: boolean
  /** The refund that the event names, as a share of the price in basis points. */
  refundBps?: number
  /** The deadline that the member is reminded of, UTC seconds. */
  until?: number
  /** How many times the offer was changed. Each change notifies, also if the title stays. */
  edits?: number
  /** How many new listings match. */
  count?: number
  /** The ids of the newest of them. Their titles are read when the mail is sent, because they are the texts of others. */
  listings?: number[]
}

/** An event that a member is notified about. Areas pass it to `NotificationsRpc.notify`. */
export interface NotificationEvent {
  userId: number
  /** Unique per event: passing the same event again changes nothing. */
  key: string
  /** Of several events whose keys begin with this and a space, only the one with the greatest key stays in the list. It is unread. */
  replaces?: string
  kind: Kind
  thing: { kind: ThingKind; id: string }
  params: NotificationParams
  /** When it happened, UTC seconds. */
  at: number
  /** Whether it may be mailed and pushed. False for what strangers can cause in large numbers at almost no cost. */
  isMailed: boolean
}

/** A notification as its member sees it. */
export interface Notification {
  id: number
  kind: Kind
  thing: { kind: ThingKind; id: string }
  params: NotificationParams
  /** When the event happened, UTC seconds. */
  at: number
  read: boolean
}

export interface NotificationPage {
  notifications: Notification[]
  /** The `cursor` of the next page; null on the last page. */
  next: string | null
}

/** Unread notifications are counted up to this number, which is shown as `99+`. */
export const MAX_UNREAD = 100

/** Query of getNotifications. `cursor` is the `next` of the previous page. */
export const notificationsQuery = object({ cursor: optional(pipe(string(), regex(/^[1-9]\d{0,14}$/, 'cursor'), transform(Number))) })
/** Body of markRead. */
export const markReadRequest = object({ id: numericId })
/** Body of markThingRead: everything about this thing. */
export const markThingReadRequest = object({ kind: picklist(THINGS), id: pipe(string(), regex(/^[\w-]{1,22}$/)) })
/** Body of markAllRead: all notifications up to this one. Later ones, which the member may not have seen, stay unread. */
export const markAllReadRequest = object({ upTo: numericId })
