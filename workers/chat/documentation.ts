import type { CallsOf, Documentation } from '../shared/documentation.ts'
import { EVENTS } from '../shared/limit-table.ts'
import * as answers from './answers.schema.ts'
import { BLOCKED_PAGE, MAX_FOUND, MAX_PINNED } from './conversations.schema.ts'
import type { ChatApi } from './index.ts'
import { CONVERSATIONS_PAGE, MAX_MESSAGE } from './messages.schema.ts'
import { MAX_OFFER_DELIVERY, MAX_OFFER_TEXT } from './offers.schema.ts'

const socket = { contentType: null, about: 'A WebSocket with JSON frames.' }

/** Why an offer cannot be changed or answered. */
const OFFER_ERRORS = [
  'message_not_found',
  'message_not_yours',
  'offer_not_found',
  'offer_own',
  'offer_unpaid',
  'offer_changed',
  'offer_accepted',
  'offer_declined',
  'offer_countered',
  'offer_withdrawn',
  'offer_expired',
  'offer_ordered',
] as const

const calls: CallsOf<ChatApi, 'chat'> = {
  'POST /api/chat/openChat': {
    summary: 'Open the room of two users or of an order',
    limits: { 'New conversations': EVENTS.newRoom },
    answer: answers.openedRoom,
    fields: {
      users: 'Id of the other user.',
      orderId: 'Id of an order of the caller: opens its room; `users` is then ignored.',
      listingId: 'Id of the listing that the chat is about.',
    },
    errors: ['room_not_found', 'account_suspended', 'forbidden', 'not_found'],
  },
  'GET /api/chat/getConversations': {
    summary: "List the caller's conversations",
    about: `Pinned ones first, then the newest, in pages of ${CONVERSATIONS_PAGE}.`,
    answer: answers.conversations,
    fields: {
      cursor: 'The `next` of the previous page.',
      filter:
        '`all` and `unread` leave out archived conversations and requests: first messages from people whom the caller has never dealt with. ' +
        '`declined` are requests that the caller has declined.',
    },
    errors: [],
  },
  'GET /api/chat/searchConversations': {
    summary: "Search the caller's conversations",
    about: `Finds names of people and titles of orders, and words of messages; at most ${MAX_FOUND} of each, the newest.`,
    answer: answers.foundConversations,
    fields: { text: 'One Japanese character is enough.' },
    errors: [],
  },
  'POST /api/chat/changeConversation': {
    summary: 'Archive, mute or pin a conversation, or mark it as unread',
    about: `A new message brings an archived conversation back, unless it is muted. At most ${MAX_PINNED} are pinned.`,
    answer: answers.changedConversation,
    fields: { roomId: 'Id of the room.', action: 'What to do. Doing it again changes nothing.' },
    errors: ['not_room_member', 'pin_limit'],
  },
  'POST /api/chat/answerRequest': {
    summary: 'Accept or decline a request',
    about: 'A message of the caller accepts it too. The sender does not learn of a decline.',
    answer: answers.answeredRequest,
    fields: { roomId: 'Id of the room.', action: 'A declined request can still be accepted.' },
    errors: ['not_room_member', 'request_answered'],
  },
  'POST /api/chat/blockUser': {
    summary: 'Block a person',
    about:
      'Neither can write to the other any more, except in the rooms of open orders. Neither sees whether the other is online, typing or has read.',
    answer: answers.changedBlock,
    fields: { userId: 'Id of the person.' },
    errors: ['not_found'],
  },
  'POST /api/chat/unblockUser': {
    summary: 'Unblock a person',
    answer: answers.changedBlock,
    fields: { userId: 'Id of the person.' },
    errors: [],
  },
  'GET /api/chat/getBlocked': {
    summary: 'List the people whom the caller has blocked',
    about: `In pages of ${BLOCKED_PAGE}.`,
    answer: answers.blockedPage,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: [],
  },
  'GET /api/chat/getChatSettings': {
    summary: 'Get the settings of conversations',
    answer: answers.chatSettings,
    errors: [],
  },
  'POST /api/chat/setChatSettings': {
    summary: 'Change the settings of conversations',
    about: 'What the caller does not show of themself, they do not see of others either.',
    answer: answers.chatSettings,
    fields: {
      showsTyping: 'Whether others see that the caller is typing.',
      showsSeen: 'Whether others see what the caller has read.',
      showsOnline: 'Whether others see that the caller is online.',
      digestHours: 'After how many hours unread messages are mailed; 0 for never.',
    },
    errors: [],
  },
  'GET /api/chat/rooms/:id': {
    summary: 'Connect to a room by WebSocket',
    about:
      'The room sends messages, their changes, presence and read marks. The client sends messages, changes of its own ones, reactions, ' +
      'typing and read marks. With `?after` (the `seq` of the last known message) the room first sends the messages after it, and with `&rev` also ' +
      'the changes after this revision.',
    answer: socket,
    status: 101,
    fields: { id: 'Id of the room.' },
    errors: ['bad_request', 'not_room_member'],
  },
  'GET /api/chat/inbox': {
    summary: "Connect to the caller's inbox by WebSocket",
    about: 'The inbox sends notifications about messages, orders and applications.',
    answer: socket,
    status: 101,
    errors: ['bad_request'],
  },
  'GET /api/chat/getRoomMessages': {
    summary: 'Get the messages of a room',
    answer: answers.roomPage,
    about: 'Up to 50 messages, by default the newest. At most one of `before`, `after`, `around` and `from` can be given.',
    fields: {
      roomId: 'Id of the room.',
      before: 'Answers the messages before this `seq`.',
      after: 'Answers the messages after this `seq`.',
      around: 'Answers the messages around this `seq`.',
      from: 'Answers the messages around the first one at or after this time (UTC seconds).',
    },
    errors: ['not_room_member'],
  },
  'POST /api/chat/sendMessage': {
    summary: 'Send, edit or delete a message, or react to one',
    about:
      'Only the author may edit or delete a message. A deleted message stays as an empty one, and its files are deleted. An offer has the mimeType `offer` and its terms ' +
      'as `text`. Its author changes it with the type `edit`.',
    limits: {
      Messages: EVENTS.message,
      'First messages to new people': EVENTS.newPerson,
      'Edits, deletions and reactions': EVENTS.messageChange,
    },
    answer: answers.sentMessage,
    fields: {
      roomId: 'Id of the room.',
      text: `At most ${MAX_MESSAGE.toLocaleString('en')} characters.`,
      'message.text.service': 'Id of a published service of the seller.',
      'message.text.text': `What is included, at most ${MAX_OFFER_TEXT.toLocaleString('en')} characters.`,
      'message.text.price': 'Micro-USD.',
      'message.text.delivery': `Whole days, at most ${MAX_OFFER_DELIVERY}.`,
      counters: 'Id of the offer that this one replaces. A buyer can only answer with a counter-offer, for the service of the seller.',
      mimeType: '`offer`, or `text/plain`.',
      clientId: 'Chosen by the client. A repeated request with the same id sends nothing; without an id it sends a second message.',
      files:
        'Ids of files from cloudUpload that finishUpload has verified, at most 10. Then the text may be empty. A file can be sent once.',
      id: 'Id of a single file, instead of `files`. Its name and type are those of the upload.',
      replyTo: 'Id of the message that the new one answers.',
      messageId: 'Id of the message to change.',
      isOn: 'Whether to give the reaction or to take it back.',
      edits:
        'The number of edits that the author has seen. If there were more, the edit is refused. Default: replaces any text. For an offer ' +
        'the default is 0, so it must be given from the second change on.',
    },
    errors: [
      'account_suspended',
      'not_room_member',
      'upload_not_found',
      'message_too_long',
      'message_empty',
      'message_not_found',
      'message_not_yours',
      'message_deleted',
      'message_hidden',
      'message_edited',
      'offer_room',
      'offer_service_required',
      'offer_price_invalid',
      'offer_delivery_invalid',
      'offer_not_text',
      ...OFFER_ERRORS.slice(2),
      'message_undeliverable',
      'person_blocked',
      'request_waiting',
      'new_people_limit',
    ],
  },
  'POST /api/chat/answerOffer': {
    summary: 'Accept, decline or withdraw an offer',
    about:
      'The other member declines, or accepts terms that a buyer has proposed for their service. A buyer accepts an offer by paying for it: ' +
      'see quoteOrder. The sender withdraws.',
    limits: { 'Edits, deletions and reactions': EVENTS.messageChange },
    answer: answers.answeredOffer,
    fields: {
      roomId: 'Id of the room.',
      messageId: 'Id of the message with the offer.',
      edits: 'The number of changes of the offer that the caller has seen. If there were more, the answer is refused.',
    },
    errors: ['not_room_member', 'person_blocked', 'message_undeliverable', 'message_hidden', ...OFFER_ERRORS],
  },
  'POST /api/chat/markRead': {
    summary: 'Mark messages as read',
    answer: answers.readMark,
    fields: { roomId: 'Id of the room.', seq: '`seq` of the newest message that was read.' },
    errors: ['not_room_member'],
  },
}

export const documentation: Documentation = {
  about: 'Conversations, also those of orders.',
  calls,
  schemas: { Message: answers.message },
}
