import { byPerson, DAY, type Limits, MINUTE, type Row } from '../limit-table.ts'

const blocking: Row = { counter: 'blocking', ...byPerson(120, 400) }
const socket: Row = { counter: 'socket', ...byPerson(120, 5000, MINUTE) }

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
  'POST /api/chat/openChat': byPerson(300, 1000),
  'POST /api/chat/sendMessage': { network: [[30_000, DAY]] },
  'POST /api/chat/answerOffer': byPerson(300, 1000),
  'POST /api/chat/markRead': byPerson(1000, 5000),
  'POST /api/chat/changeConversation': byPerson(1000, 5000),
  'POST /api/chat/answerRequest': byPerson(300, 1000),
  'POST /api/chat/blockUser': blocking,
  'POST /api/chat/unblockUser': blocking,
  'POST /api/chat/setChatSettings': byPerson(60, 200),
  // A search asks the index, and then up to twenty rooms for the texts.
  'GET /api/chat/searchConversations': byPerson(600, 3000),
  'GET /api/chat/rooms/:id': socket,
  'GET /api/chat/inbox': socket,
}
