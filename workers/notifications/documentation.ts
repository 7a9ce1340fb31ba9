import type { CallsOf, Documentation } from '../shared/documentation.ts'
import * as answers from './answers.schema.ts'
import type { NotificationsApi } from './index.ts'

const calls: CallsOf<NotificationsApi, 'notifications'> = {
  'GET /api/notifications/getNotifications': {
    summary: "List the caller's notifications, newest first",
    about: 'The text is made by the client from the kind and its parameters. Notifications are deleted 180 days after their event.',
    answer: answers.notificationPage,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: [],
  },
  'GET /api/notifications/getUnreadCount': { summary: 'Count the unread notifications', answer: answers.unreadCount, errors: [] },
  'POST /api/notifications/markRead': {
    summary: 'Mark one notification as read',
    about: 'An unknown id, or that of another member, changes nothing.',
    answer: answers.unreadCount,
    fields: { id: 'Id of the notification.' },
    errors: [],
  },
  'POST /api/notifications/markThingRead': {
    summary: 'Mark all notifications about one thing as read',
    answer: answers.unreadCount,
    fields: { kind: 'Order or event.', id: 'Id of the order or event.' },
    errors: [],
  },
  'POST /api/notifications/markAllRead': {
    summary: 'Mark all notifications up to one as read',
    answer: answers.unreadCount,
    fields: { upTo: 'Id of the newest notification that the member has seen.' },
    errors: [],
  },
  'GET /api/notifications/getSettings': { summary: 'Get what the caller wants to be notified about', answer: answers.settings, errors: [] },
  'POST /api/notifications/setSettings': {
    summary: 'Choose what to be notified about, where and when',
    about:
      'Mails and pushes wait until the quiet hours are over, except pushes about messages, which are not sent then. If both bounds are equal, there are no quiet hours.',
    answer: answers.settings,
    fields: {
      off: 'What to turn off.',
      from: 'Minutes after midnight.',
      to: 'Minutes after midnight.',
      timeZone: 'IANA name, such as Asia/Tokyo.',
    },
    errors: [],
  },
  'GET /api/notifications/getDevices': {
    summary: 'List the browsers that get pushes',
    about: 'Only those that are still logged in.',
    answer: answers.devicePage,
    errors: [],
  },
  'POST /api/notifications/addDevice': {
    summary: 'Turn on pushes in the browser of this session',
    about: 'Replaces the subscription that the session had, and that of another member with the same endpoint. It ends with the session.',
    answer: answers.devicePage,
    fields: {
      endpoint: 'The `endpoint` of the PushSubscription.',
      p256dh: 'Its public key, base64url.',
      auth: 'Its secret, base64url.',
    },
    errors: ['push_subscription_invalid'],
  },
  'POST /api/notifications/removeDevice': {
    summary: 'Turn off pushes in a browser',
    about: 'An unknown id, or that of another member, changes nothing.',
    answer: answers.devicePage,
    fields: { id: 'Id of the device.' },
    errors: [],
  },
  'POST /api/notifications/unsubscribe': {
    summary: 'Turn off the mails of a topic by the link of a mail',
    about:
      'Needs no session, and accepts every origin and content type: mail programs call it with one click (RFC 8058). The body is ignored.',
    answer: answers.unsubscribed,
    fields: { token: 'The token of the link.' },
    errors: ['link_invalid'],
  },
}

export const documentation: Documentation = {
  about: 'What members are notified about: the steps and deadlines of their orders, places at paid events, and reviews.',
  calls,
  schemas: { Notification: answers.notification },
}
