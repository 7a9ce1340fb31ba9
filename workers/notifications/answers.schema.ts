import { array, boolean, description, exactOptional, nullable, picklist, pipe, strictObject } from 'valibot'
import { LIST_TYPES } from '../listings/list-types.schema.ts'
import { basisPoints, nextCursor, text, time, whole } from '../shared/answers.schema.ts'
import { KINDS, MAX_UNREAD, THINGS } from './notifications.schema.ts'
import { MAIL_TOPICS, SWITCHES } from './settings.schema.ts'

/** Schemas of the answers of this area's calls. */

export const notification = strictObject({
  id: whole('Id of the notification.'),
  kind: picklist(KINDS),
  thing: strictObject({ kind: picklist(THINGS), id: text('The id of what the notification is about.') }),
  params: strictObject({
    title: text('The title of the order, event or listing, or the names of the saved searches. It may be empty.'),
    listType: exactOptional(pipe(picklist(LIST_TYPES), description('The type of the listing that it is about.'))),
    isEvent: exactOptional(pipe(boolean(), description('Whether the order pays for a place at an event.'))),
    refundBps: exactOptional(basisPoints('The refund that the event names, as a share of the price')),
    until: exactOptional(time('The deadline that the member is reminded of')),
    edits: exactOptional(whole('How many times the offer was changed.')),
    count: exactOptional(whole('How many new listings match.')),
    listings: exactOptional(array(whole('Id of one of the newest of them.'))),
  }),
  at: time('When the event happened'),
  read: boolean(),
})
export const notificationPage = strictObject({ notifications: array(notification), next: nextCursor })
export const unreadCount = strictObject({ unread: whole(`Number of unread notifications, at most ${MAX_UNREAD}.`) })

export const settings = strictObject({
  off: array(pipe(picklist(SWITCHES), description('What is turned off: channel and topic.'))),
  quiet: nullable(
    strictObject({
      from: whole('Start of the quiet hours, in minutes after midnight.'),
      to: whole('Their end, in minutes after midnight.'),
    }),
  ),
  timeZone: nullable(text('IANA name of the time zone; null until the member has chosen.')),
  hasEmail: pipe(boolean(), description('Whether there is a confirmed e-mail address.')),
})
export const devicePage = strictObject({
  key: text('The public key for `pushManager.subscribe`: a point of P-256 in base64url.'),
  session: text('The id of the session of this request.'),
  devices: array(
    strictObject({
      id: whole('Id of the device.'),
      browser: text('The browser by its User-Agent; empty if unknown.'),
      os: text('The system by the User-Agent; empty if unknown.'),
      createdAt: time('When pushes were turned on there'),
      current: pipe(boolean(), description('Whether it is the browser of this request.')),
    }),
  ),
})
export const unsubscribed = strictObject({ topic: picklist(MAIL_TOPICS) })
