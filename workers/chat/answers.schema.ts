import { array, boolean, description, literal, nullable, optional, picklist, pipe, strictObject, string } from 'valibot'
import { microUsd, nextCursor, opaqueId, text, time, whole } from '../shared/answers.schema.ts'
import { media, messageFile } from '../uploads/answers.schema.ts'
import { CONVERSATION_ACTIONS, DIGEST_HOURS, MAX_COUNTED } from './conversations.schema.ts'
import { REACTIONS } from './messages.schema.ts'
import { OFFER_STATES } from './offers.schema.ts'

/** Schemas of what the calls of this area answer. */

const userId = whole('Id of the user.')
const image = nullable(opaqueId('Media id of the picture of the profile.'))
const roomId = opaqueId('Id of the room.')
const orderId = nullable(opaqueId('Id of the order; null in a room of two users.'))
const orderTitle = nullable(text('The title of the order; null in a room of two users.'))
const walletAddress = nullable(text('A wallet address if there is no name.'))

const offer = strictObject({
  service: whole('Id of the service.'),
  title: text('The title of the service when the offer was sent.'),
  lang: string(),
  picture: nullable(media),
  text: text('What is included.'),
  price: microUsd('The price'),
  delivery: whole('Days that the seller has from accepting the order.'),
  sellerId: whole('Id of the user who offers the service and is paid.'),
  state: pipe(picklist(OFFER_STATES), description('An offer that was not accepted in time is still `sent` or `accepted`.')),
  expiresAt: time('The last time at which it can be accepted'),
  orderId: nullable(opaqueId('Id of the order that has paid for it.')),
  counteredBy: nullable(whole('Number of the message with the counter-offer that replaces it.')),
})
export const message = strictObject({
  id: string(),
  clientId: text("The id that the author's client chose."),
  seq: whole('Number of the message in its room, from 1.'),
  user_id: whole('Id of the author.'),
  message: strictObject({
    text: text('Empty if the message was deleted, is hidden, or has only files.'),
    mimeType: string(),
    files: optional(array(messageFile)),
  }),
  at: time('When it was stored'),
  rev: optional(whole('Number of its last change in the room. Missing if it was never changed.')),
  edits: optional(whole('How often its author has edited it. Missing if never.')),
  replyTo: optional(
    strictObject({
      id: opaqueId('Id of the message that this one answers.'),
      seq: whole('Number of that message in the room.'),
      user_id: whole('Id of its author.'),
      text: text('At most 140 characters of it, as it is now. Empty if it was deleted or is hidden.'),
      isHidden: optional(pipe(literal(true), description('If an admin has hidden it.'))),
    }),
  ),
  reactions: optional(array(strictObject({ emoji: picklist(REACTIONS), userIds: array(whole('Id of a member who gave it.')) }))),
  isHidden: optional(pipe(literal(true), description('If an admin has hidden it after a report. Then it has no content.'))),
  offer: optional(pipe(offer, description('Of a message with the mimeType `offer`.'))),
})
export const openedRoom = strictObject({ roomId })
/** How a member has a room in their list. */
const ownRoom = {
  folder: picklist(['inbox', 'requests', 'declined', 'archived', 'new']),
  isPinned: boolean(),
  isMuted: boolean(),
  isMarkedUnread: boolean(),
  isWaiting: pipe(boolean(), description('Whether it is a request that the other member has not accepted.')),
  isBlocked: pipe(boolean(), description('Whether the caller has blocked the other member.')),
}
const conversation = strictObject({
  room_id: roomId,
  user_ids: array(whole('Id of a member.')),
  metadata: strictObject({ name: string(), address: walletAddress, orderId, image, title: orderTitle }),
  last: nullable(
    strictObject({
      text: text('Empty if it was deleted or is hidden.'),
      userId: whole('Id of the author.'),
      at: time('When it was stored'),
      isHidden: optional(boolean()),
    }),
  ),
  unread: whole('Number of unread messages.'),
  ...ownRoom,
})
export const conversations = strictObject({
  conversations: array(conversation),
  next: nextCursor,
  requests: whole(`Number of requests that wait for an answer, at most ${MAX_COUNTED}.`),
  unread: whole(`Number of unread messages in conversations that are not muted or archived, of at most ${MAX_COUNTED} conversations.`),
})
export const changedConversation = strictObject({ roomId, action: picklist(CONVERSATION_ACTIONS) })
export const answeredRequest = strictObject({ roomId, action: picklist(['accept', 'decline']) })
export const foundConversations = strictObject({
  conversations: pipe(array(conversation), description('Conversations whose member or order has the text in its name.')),
  messages: array(
    strictObject({
      room_id: roomId,
      seq: whole('Number of the message in its room.'),
      user_id: whole('Id of the author.'),
      text: text('A part of the message, with the first found word.'),
      at: time('When it was stored'),
    }),
  ),
  others: pipe(array(conversation), description('The conversations of the messages that are not in `conversations`.')),
})
export const changedBlock = strictObject({ userId })
export const blockedPage = strictObject({
  blocked: array(strictObject({ user_id: userId, name: string(), address: walletAddress, image })),
  next: nextCursor,
})
export const chatSettings = strictObject({
  showsTyping: boolean(),
  showsSeen: boolean(),
  showsOnline: boolean(),
  digestHours: pipe(picklist(DIGEST_HOURS), description('0 for no mail.')),
})
const about = strictObject({
  id: whole('Id of the listing.'),
  listType: picklist(['services', 'jobs', 'events']),
  title: string(),
  lang: string(),
  price: microUsd('The price, 0 if there is none'),
  hourly: boolean(),
  picture: nullable(media),
})
export const roomPage = strictObject({
  room_id: roomId,
  orderId,
  title: orderTitle,
  about: nullable(about),
  members: array(
    strictObject({
      user_id: userId,
      name: string(),
      address: walletAddress,
      image,
      readSeq: whole('`seq` of the newest message that the member has read.'),
    }),
  ),
  messages: pipe(array(message), description('Oldest first.')),
  more: pipe(boolean(), description('Whether there are older messages.')),
  rev: whole('Number of the newest change of a message in the room. The WebSocket takes it as `rev`, with `after`.'),
  mine: strictObject({
    ...ownRoom,
    canWrite: pipe(
      boolean(),
      description(
        'False if there is no other member, if the caller has blocked them and no order is open, or, except in the room of an order, if the ' +
          'caller is suspended. A block by the other member is not shown.',
      ),
    ),
  }),
})
export const sentMessage = strictObject({ clientId: string(), message })
export const answeredOffer = strictObject({ message })
export const readMark = strictObject({ roomId, seq: whole('`seq` of the newest message that was read.') })
