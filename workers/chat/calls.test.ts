import { createExecutionContext } from 'cloudflare:test'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { chatEnv, createPair } from './testing.ts'

const area = '/api/chat'

describeCalls('calls of chat', {
  app: worker,
  env: chatEnv,
  send: (method, path, init) => call(worker, chatEnv, createExecutionContext(), method, path, init),
  lasting: [
    'openChat',
    'sendMessage',
    'answerOffer',
    'markRead',
    'changeConversation',
    'answerRequest',
    'blockUser',
    'unblockUser',
    'setChatSettings',
  ].map((name) => `POST ${area}/${name}`),
  world: async () => {
    const { aiko: owner, ben, roomId } = await createPair()
    const newcomer = await signedIn(chatEnv, { terms: false, name: '', wallet: false })
    const stranger = await signedIn(chatEnv)
    const message = { text: 'Hello there' }
    return {
      people: { owner, ben, newcomer, stranger },
      samples: {
        [`POST ${area}/openChat`]: { json: { users: [ben.id] } },
        [`GET ${area}/getConversations`]: { query: { cursor: `5.${roomId}` } },
        [`GET ${area}/searchConversations`]: { query: { text: 'Hello' } },
        [`POST ${area}/changeConversation`]: { json: { roomId, action: 'mute' } },
        [`POST ${area}/answerRequest`]: { json: { roomId, action: 'accept' } },
        [`POST ${area}/blockUser`]: { json: { userId: stranger.id } },
        [`POST ${area}/unblockUser`]: { json: { userId: stranger.id } },
        [`GET ${area}/getBlocked`]: { query: { cursor: '5' } },
        [`GET ${area}/getChatSettings`]: {},
        [`POST ${area}/setChatSettings`]: { json: { showsTyping: true, showsSeen: true, showsOnline: true, digestHours: 8 } },
        [`GET ${area}/rooms/:id`]: { params: { id: roomId } },
        [`GET ${area}/inbox`]: {},
        [`GET ${area}/getRoomMessages`]: { query: { roomId, before: '5' } },
        [`POST ${area}/sendMessage`]: { json: { roomId, clientId: 'client-0001', message } },
        [`POST ${area}/answerOffer`]: { json: { roomId, messageId: 'x'.repeat(22), answer: 'decline', edits: 0 } },
        [`POST ${area}/markRead`]: { json: { roomId, seq: 1 } },
      },
    }
  },
})
