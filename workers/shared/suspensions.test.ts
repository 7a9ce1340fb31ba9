import { createExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { AREAS, areaEnv } from './areas.testing.ts'
import { database } from './db.ts'
import { DOCUMENTATIONS } from './documentations.testing.ts'
import { now } from './ids.ts'
import { sanctions } from './sanction-tables.ts'
import { CALLS_REFUSED_TO_SUSPENDED } from './suspension-table.ts'
import { call, signedIn, type TestUser } from './testing.ts'

const db = database(areaEnv)

/** The calls that change something and that a suspended member can make. A new call is added here or to the refused ones. */
const ALLOWED = [
  // the account: how one signs in, who one is, what one reads
  'POST /api/auth/getNonce',
  'POST /api/auth/signIn',
  'POST /api/auth/signInAgain',
  'POST /api/auth/addAccount',
  'POST /api/auth/dismissWalletChange',
  'POST /api/auth/removeAccount',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/changePassword',
  'POST /api/auth/confirmEmail',
  'POST /api/auth/resendConfirmation',
  'POST /api/auth/requestPasswordReset',
  'POST /api/auth/resetPassword',
  'POST /api/auth/setEmail',
  'POST /api/auth/logout',
  'POST /api/auth/endSession',
  'POST /api/auth/deleteAccount',
  'POST /api/auth/enableAccount',
  'POST /api/auth/setLanguage',
  'POST /api/auth/addProfile',
  'POST /api/auth/follow',
  'POST /api/auth/unfollow',
  'POST /api/auth/claimCarrots',
  'POST /api/notifications/markRead',
  'POST /api/notifications/markThingRead',
  'POST /api/notifications/markAllRead',
  'POST /api/notifications/setSettings',
  'POST /api/notifications/addDevice',
  'POST /api/notifications/removeDevice',
  'POST /api/notifications/unsubscribe',
  'POST /api/listings/saveListing',
  'POST /api/listings/unsaveListing',
  'POST /api/listings/addSavedList',
  'POST /api/listings/renameSavedList',
  'POST /api/listings/deleteSavedList',
  'POST /api/listings/saveSearch',
  'POST /api/listings/changeSavedSearch',
  'POST /api/listings/deleteSavedSearch',
  'POST /api/listings/markMatchesSeen',
  // taking back what one has published
  'POST /api/listings/deleteListing',
  'POST /api/listings/withdrawApplication',
  'POST /api/uploads/deleteProductMedia',
  'POST /api/creators/withdrawApplication',
  'POST /api/creators/deletePost',
  'POST /api/creators/deleteComment',
  // running orders, their files and their rooms
  'POST /api/orders/addOrder',
  'POST /api/orders/acceptCustomOrder',
  'POST /api/orders/addDelivery',
  'POST /api/orders/requestChanges',
  'POST /api/orders/addEvidence',
  'POST /api/orders/addReview',
  'POST /api/orders/answerReview',
  'POST /api/orders/rpc',
  'POST /api/uploads/uploadFile',
  'POST /api/uploads/cloudUpload',
  'POST /api/uploads/signParts',
  'POST /api/uploads/finishUpload',
  'POST /api/chat/openChat',
  'POST /api/chat/sendMessage',
  'POST /api/chat/markRead',
  'POST /api/chat/changeConversation',
  'POST /api/chat/answerRequest',
  'POST /api/chat/blockUser',
  'POST /api/chat/unblockUser',
  'POST /api/chat/setChatSettings',
  // asking the team for help; guests may write, too
  'POST /api/orders/addConversationReport',
  'POST /api/orders/addSponsorship',
  // reads by POST
  'POST /api/orders/getReviews',
  'POST /api/orders/getReviewsByServiceId',
  // what admins do; admins of the contracts cannot be suspended
  'POST /api/orders/decideReports',
  'POST /api/orders/decideConversationReport',
  'POST /api/orders/closeSponsorship',
  'POST /api/orders/addDecisionReason',
  'POST /api/creators/answerCreatorApplication',
  'POST /api/creators/enableCreator',
  'POST /api/creators/removeCreator',
  'POST /api/creators/togglePromoted',
  'POST /api/creators/toggleShop',
  'POST /api/creators/recordSettings',
  'POST /api/creators/decidePostReports',
  'POST /api/creators/warnMember',
  'POST /api/creators/suspendMember',
  'POST /api/creators/endSuspension',
]

const documented = Object.values(DOCUMENTATIONS).flatMap(({ calls }) => Object.keys(calls))

const request = (name: string, as: TestUser) => {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  return call(AREAS[path.split('/')[2] as keyof typeof AREAS] as never, areaEnv, createExecutionContext(), method, path, { as })
}

/** A member who is suspended until a time; null: until an admin ends it. */
async function suspendedUser(over: Partial<typeof sanctions.$inferInsert> = {}): Promise<TestUser> {
  const user = await signedIn(areaEnv)
  await db.insert(sanctions).values({ userId: user.id, kind: 'suspension', reason: 'Spam', at: now(), ...over })
  return user
}

describe('a suspended member', () => {
  it('is refused or allowed every call that changes something: each documented call is in one of two lists', () => {
    const changing = documented.filter((name) => !name.startsWith('GET '))
    expect(changing.filter((name) => CALLS_REFUSED_TO_SUSPENDED.has(name) === ALLOWED.includes(name))).toEqual([])
    expect([...CALLS_REFUSED_TO_SUSPENDED, ...ALLOWED].filter((name) => !documented.includes(name))).toEqual([])
  })

  it.each([...CALLS_REFUSED_TO_SUSPENDED])('cannot call %s, and learns until when', async (name) => {
    const until = now() + 86_400
    for (const end of [until, null]) {
      const response = await request(name, await suspendedUser({ until: end }))
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { code: 'account_suspended', details: { until: end } } })
    }
  })

  it.each(ALLOWED)('is not refused %s for it', async (name) => {
    const response = await request(name, await suspendedUser())
    expect(await response.text()).not.toContain('account_suspended')
  })

  it('is refused nothing once the time is over, or an admin has ended it, or for a warning', async () => {
    for (const over of [{ until: now() }, { endedAt: now() }, { until: now() + 86_400, endedAt: now() }, { kind: 'warning' }]) {
      const user = await suspendedUser(over)
      for (const name of ['POST /api/orders/quoteOrder', 'POST /api/listings/addService'])
        expect(await (await request(name, user)).text()).toContain('invalid_body')
    }
  })

  it('still has one row per session if there are several sanctions, of which one lasts', async () => {
    const user = await suspendedUser({ endedAt: now() })
    const sanction = { userId: user.id, reason: 'Spam', at: now() }
    await db.insert(sanctions).values({ ...sanction, kind: 'warning' })
    await db.insert(sanctions).values({ ...sanction, kind: 'suspension' })
    await expect(db.insert(sanctions).values({ ...sanction, kind: 'suspension' })).rejects.toThrow()
    expect((await request('POST /api/orders/quoteOrder', user)).status).toBe(403)
    await db.update(sanctions).set({ endedAt: now() }).where(eq(sanctions.userId, user.id))
    expect((await request('POST /api/orders/quoteOrder', user)).status).toBe(422)
  })
})
