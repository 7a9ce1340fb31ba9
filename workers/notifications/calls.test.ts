import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describeCalls } from '../shared/calls.testing.ts'
import { users } from '../shared/tables.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { notify } from './notify.ts'
import { db, newEvent, newSubscription, testEnv } from './testing.ts'
import { unsubscribeToken } from './unsubscribe.ts'

const area = '/api/notifications'

describeCalls('calls of notifications', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  lasting: ['markRead', 'markThingRead', 'markAllRead', 'setSettings', 'unsubscribe', 'addDevice', 'removeDevice'].map(
    (name) => `POST ${area}/${name}`,
  ),
  world: async () => {
    const owner = await signedIn(testEnv)
    const stranger = await signedIn(testEnv)
    const newcomer = await signedIn(testEnv, { terms: false, name: '', wallet: false })
    const email = `owner${owner.id}@example.com`
    await db.update(users).set({ email }).where(eq(users.id, owner.id))
    const token = await unsubscribeToken(testEnv, { userId: owner.id, topic: 'orders', email })
    const event = newEvent(owner)
    await notify(testEnv, [event])
    return {
      people: { owner, stranger, newcomer },
      samples: {
        [`GET ${area}/getNotifications`]: { query: { cursor: '1000' } },
        [`GET ${area}/getUnreadCount`]: {},
        [`POST ${area}/markRead`]: { json: { id: 1 } },
        [`POST ${area}/markThingRead`]: { json: event.thing },
        [`GET ${area}/getSettings`]: {},
        [`POST ${area}/setSettings`]: { json: { off: ['email:orders'], quiet: { from: 1320, to: 420 }, timeZone: 'Asia/Tokyo' } },
        [`GET ${area}/getDevices`]: {},
        [`POST ${area}/addDevice`]: { json: (await newSubscription()).json },
        [`POST ${area}/removeDevice`]: { json: { id: 1 } },
        [`POST ${area}/unsubscribe`]: { query: { token } },
        [`POST ${area}/markAllRead`]: { json: { upTo: 1000 } },
      },
    }
  },
})
