import { eq, sql } from 'drizzle-orm'
import { type Hex, keccak256 } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { NotificationEvent } from '../notifications/notifications.schema.ts'
import { notifications } from '../notifications/tables.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { deployment } from '../shared/chain.ts'
import { FRESH_SECONDS } from '../shared/fresh-sign-in.schema.ts'
import { now } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { rpc } from '../shared/rpc.ts'
import { maySell } from '../shared/shop-rights.ts'
import { accounts, profiles, sessions, users } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import type { MyApplication } from './applications.schema.ts'
import { creatorApplications, creators } from './creator-tables.ts'
import type { CREATOR_SORTS, CreatorPage, FoundCreator, PlatformAdminAnswer } from './creators.schema.ts'
import type { CreatorsEnv } from './env.ts'
import { notifyCreators } from './notify-creators.ts'
import {
  application,
  ask,
  createAdmin,
  createApplicant,
  createCreator,
  db,
  newName,
  newWallet,
  setAdmin,
  setCreator,
  testEnv,
} from './testing.ts'

/** A hash of no transaction. */
const UNKNOWN = `0x${'a'.repeat(64)}`

const remove = (as: TestUser | undefined, userId: number, transactionHash: string, from?: CreatorsEnv) =>
  ask('POST', 'removeCreator', as, { user_id: userId, transactionHash }, from)
const promote = (as: TestUser | undefined, id: number, value = true) => ask('POST', 'togglePromoted', as, { id, value })
const letSell = (as: TestUser | undefined, id: number, value = true) => ask('POST', 'toggleShop', as, { id, value })
const find = async (address: string) => (await (await ask('GET', `findCreator?address=${address}`, admin)).json()) as FoundCreator
const list = (query: Record<string, string>, as?: TestUser) => ask('GET', `getCreators?${new URLSearchParams(query)}`, as)
const resultOf = async (response: Response) => (response.status === 200 ? 'success' : codeOf(response))
const entriesOf = (userId: number) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, String(userId)))
    .orderBy(auditLog.id)
const notificationsOf = ({ id }: TestUser) => db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(notifications.id)
const creatorOf = async (userId: number) => (await db.select().from(creators).where(eq(creators.userId, userId)))[0]

let admin: TestUser
beforeAll(async () => {
  admin = await createAdmin()
})

it('each call is refused to a guest, a member, the creator, an admin with a password, and an admin who was removed or has unlinked the wallet', async () => {
  const { user } = await createCreator()
  const hash = await setCreator('removeCreator', user)
  const [removed, unlinked] = [await createAdmin(), await createAdmin()]
  const calls = [
    (as?: TestUser) => list({}, as),
    (as?: TestUser) => ask('GET', `findCreator?address=${user.address}`, as),
    (as?: TestUser) => remove(as, user.id, hash),
    (as?: TestUser) => promote(as, user.id),
    (as?: TestUser) => letSell(as, user.id),
  ]
  expect((await calls[0]!(removed)).status).toBe(200)
  await setAdmin('removeAdmin', removed)
  await db.update(accounts).set({ userId: admin.id }).where(eq(accounts.address, unlinked.address))
  const others = [await signedIn(testEnv), user, await createAdmin({ byWallet: false }), removed, unlinked]
  for (const make of calls) {
    expect(await codeOf(await make())).toBe('unauthorized')
    for (const other of others) expect(await codeOf(await make(other))).toBe('forbidden')
  }
  expect([await creatorOf(user.id), await entriesOf(user.id)]).toMatchObject([{ removedAt: null, isPromoted: false, maySell: false }, []])
})

describe('removeCreator', () => {
  it('refuses a member who is no creator, and what is no id or no hash', async () => {
    const { user } = await createApplicant()
    expect(await codeOf(await remove(admin, user.id, UNKNOWN))).toBe('creator_not_found')
    for (const [id, hash] of [
      [0, UNKNOWN],
      [-1, UNKNOWN],
      [1.5, UNKNOWN],
      ['1', UNKNOWN],
      [user.id, '0x'],
      [user.id, `${UNKNOWN}0`],
    ] as const)
      expect(await codeOf(await ask('POST', 'removeCreator', admin, { user_id: id, transactionHash: hash }))).toBe('invalid_body')
  })

  it('refuses every transaction that has not removed this wallet, one that was undone, and an old session', async () => {
    const { user, hash: added } = await createCreator()
    expect(await codeOf(await remove(admin, user.id, UNKNOWN))).toBe('transaction_not_found')
    expect(await codeOf(await remove(admin, user.id, added))).toBe('creator_event_missing')
    const other = await createCreator()
    const otherRemoved = await setCreator('removeCreator', other.user)
    expect(await codeOf(await remove(admin, user.id, otherRemoved))).toBe('creator_event_other')
    const removed = await setCreator('removeCreator', user)
    await setCreator('addCreator', user)
    expect(await codeOf(await remove(admin, user.id, removed))).toBe('creator_event_outdated')
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await remove(admin, user.id, removed, offline))).toBe('chain_unavailable')
    await db
      .update(sessions)
      .set({ createdAt: now() - FRESH_SECONDS })
      .where(eq(sessions.userId, admin.id))
    expect(await codeOf(await remove(admin, user.id, await setCreator('removeCreator', user)))).toBe('sign_in_again')
    await db.update(sessions).set({ createdAt: now() }).where(eq(sessions.userId, admin.id))
    expect([await creatorOf(user.id), await entriesOf(user.id)]).toMatchObject([{ removedAt: null }, []])
  })

  it('removes a creator once, keeps the name, and enableCreator restores the page', async () => {
    const { user, name } = await createCreator({ isPromoted: true, maySell: true })
    const hash = await setCreator('removeCreator', user)
    const results = await Promise.all([1, 2, 3].map(async () => resultOf(await remove(admin, user.id, hash))))
    expect(results).toEqual(['success', 'success', 'success'])
    expect(await creatorOf(user.id)).toMatchObject({ name, removedAt: expect.any(Number), isPromoted: false, maySell: true })
    expect(await entriesOf(user.id)).toMatchObject([
      { actor: admin.address, action: 'creatorRemoved', details: JSON.stringify({ transactionHash: hash }) },
    ])
    const applicant = await signedIn(testEnv)
    expect(await codeOf(await ask('POST', 'contact', applicant, application(applicant, { name })))).toBe('creator_name_taken')

    const restored = { address: user.address, application: null, transactionHash: await setCreator('addCreator', user) }
    expect(await resultOf(await ask('POST', 'enableCreator', admin, restored))).toBe('success')
    expect(await creatorOf(user.id)).toMatchObject({ name, removedAt: null, isPromoted: false, maySell: true })
    // The old transaction does not remove the restored creator.
    expect(await codeOf(await remove(admin, user.id, hash))).toBe('creator_event_outdated')
  })

  it('notifies the creator once of the removal and once of the return, by mail, too', async () => {
    const { user, name } = await createCreator()
    await db
      .update(users)
      .set({ email: `${name}@example.com` })
      .where(eq(users.id, user.id))
    const hash = await setCreator('removeCreator', user)
    for (let i = 0; i < 2; i++) expect(await resultOf(await remove(admin, user.id, hash))).toBe('success')
    await notifyCreators(testEnv)
    const about = {
      thingKind: 'application',
      thingId: String(user.id),
      params: JSON.stringify({ title: name }),
      mailDue: expect.any(Number),
    }
    expect(await notificationsOf(user)).toMatchObject([{ kind: 'creatorRemoved', ...about }])
    const request = { address: user.address, application: null, transactionHash: await setCreator('addCreator', user) }
    for (let i = 0; i < 2; i++) expect(await resultOf(await ask('POST', 'enableCreator', admin, request))).toBe('success')
    await notifyCreators(testEnv)
    expect(await notificationsOf(user)).toMatchObject([
      { kind: 'creatorRemoved', ...about },
      { kind: 'creatorRestored', ...about },
    ])
    expect(await creatorOf(user.id)).toMatchObject({ removedAt: null, unnotifiedAt: null })
  })

  it('notifies by the cron if the notifications did not answer, of the last change only, about the application', async () => {
    const { user, id, name } = await createApplicant()
    await db.insert(creators).values({ userId: user.id, name, wallet: user.address, since: 1 })
    await setCreator('addCreator', user)
    const away = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify: () => Promise.reject(new Error('away')) } }
    expect(await resultOf(await remove(admin, user.id, await setCreator('removeCreator', user), away))).toBe('success')
    const restored = { address: user.address, application: null, transactionHash: await setCreator('addCreator', user) }
    await db.update(creatorApplications).set({ state: 'granted' }).where(eq(creatorApplications.id, id))
    expect(await resultOf(await ask('POST', 'enableCreator', admin, restored, away))).toBe('success')
    expect(await notificationsOf(user)).toEqual([])
    const [{ unnotifiedAt }] = [(await creatorOf(user.id))!]
    // Removed again while the notification is sent: it is not lost.
    const meanwhile = {
      ...testEnv,
      NOTIFICATIONS: {
        ...testEnv.NOTIFICATIONS,
        notify: async (events: NotificationEvent[]) => {
          await testEnv.NOTIFICATIONS.notify(events)
          await db
            .update(creators)
            .set({ removedAt: 7, unnotifiedAt: unnotifiedAt! + 1 })
            .where(eq(creators.userId, user.id))
        },
      },
    }
    await notifyCreators(meanwhile, user.id)
    await notifyCreators(testEnv)
    await notifyCreators(testEnv)
    expect(await notificationsOf(user)).toMatchObject([
      { kind: 'creatorRestored', thingId: id },
      { kind: 'creatorRemoved', thingId: id },
    ])
  })

  it('notifies although the row of another creator is damaged', async () => {
    const [first, second] = [await createCreator(), await createCreator()]
    const unnotified = (user: TestUser, at: number) =>
      db.update(creators).set({ removedAt: 7, unnotifiedAt: at }).where(eq(creators.userId, user.id))
    await unnotified(first.user, 1e13)
    await unnotified(second.user, 8)
    await notifyCreators(testEnv)
    expect([await notificationsOf(first.user), await notificationsOf(second.user)]).toMatchObject([[], [{ kind: 'creatorRemoved' }]])
    expect((await creatorOf(first.user.id))!.unnotifiedAt).toBeNull()
  })

  it('does not remove a creator whose wallet has changed since it was checked', async () => {
    const { user } = await createCreator()
    const hash = await setCreator('removeCreator', user)
    const race = raceBefore('creatorRemoved', () => db.update(creators).set({ wallet: newWallet() }).where(eq(creators.userId, user.id)))
    const response = await remove(admin, user.id, hash)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'conflict'])
    expect([await creatorOf(user.id), await entriesOf(user.id)]).toMatchObject([{ removedAt: null }, []])
  })
})

describe('togglePromoted', () => {
  it('refuses an unknown creator, a removed one, the own account, and other values', async () => {
    expect(await codeOf(await promote(admin, (await signedIn(testEnv)).id))).toBe('creator_not_found')
    const { user } = await createCreator({ removedAt: 2 })
    expect(await codeOf(await promote(admin, user.id))).toBe('creator_removed')
    const own = await createAdmin()
    await db.insert(creators).values({ userId: own.id, name: newName(), wallet: own.address, since: 1 })
    expect(await codeOf(await promote(own, own.id))).toBe('forbidden')
    for (const body of [
      { id: user.id, value: 'true' },
      { id: user.id, value: 1 },
      { id: user.id },
      { id: 0, value: true },
      { value: true },
    ])
      expect(await codeOf(await ask('POST', 'togglePromoted', admin, body))).toBe('invalid_body')
    expect([await creatorOf(user.id), await creatorOf(own.id)]).toMatchObject([{ isPromoted: false }, { isPromoted: false }])
    expect([await entriesOf(user.id), await entriesOf(own.id)]).toEqual([[], []])
  })

  it('sets the value, and logs only what changes', async () => {
    const { user } = await createCreator()
    for (const value of [false, true, true, false, false]) {
      expect(await resultOf(await promote(admin, user.id, value))).toBe('success')
      expect(await creatorOf(user.id)).toMatchObject({ isPromoted: value })
    }
    expect((await entriesOf(user.id)).map(({ action }) => action)).toEqual(['creatorPromoted', 'creatorUnpromoted'])
  })
})

describe('toggleShop', () => {
  /** Whether the condition of the shop holds for each of these members. */
  const sellersAmong = async (...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await db.all<{ may: number }>(sql`select ${maySell(id)} as may`))[0]!.may === 1))

  it('refuses an unknown creator, a removed one, the own account, an old session, and other values', async () => {
    expect(await codeOf(await letSell(admin, (await signedIn(testEnv)).id))).toBe('creator_not_found')
    const { user } = await createCreator({ removedAt: 2 })
    expect(await codeOf(await letSell(admin, user.id))).toBe('creator_removed')
    const own = await createAdmin()
    await db.insert(creators).values({ userId: own.id, name: newName(), wallet: own.address, since: 1 })
    expect(await codeOf(await letSell(own, own.id))).toBe('forbidden')
    for (const body of [
      { id: user.id, value: 'true' },
      { id: user.id, value: 1 },
      { id: user.id },
      { id: 0, value: true },
      { value: true },
    ])
      expect(await codeOf(await ask('POST', 'toggleShop', admin, body))).toBe('invalid_body')
    const late = await createAdmin()
    const { user: other } = await createCreator()
    await db
      .update(sessions)
      .set({ createdAt: now() - FRESH_SECONDS })
      .where(eq(sessions.userId, late.id))
    expect(await codeOf(await letSell(late, other.id))).toBe('sign_in_again')
    for (const { id } of [user, own, other]) expect([await creatorOf(id), await entriesOf(id)]).toMatchObject([{ maySell: false }, []])
  })

  it('sets the value, logs only what changes, and lists it', async () => {
    const { user, name } = await createCreator()
    for (const value of [false, true, true, false, false, true]) {
      expect(await resultOf(await letSell(admin, user.id, value))).toBe('success')
      const { creators: listed } = (await (await list({ text: name }, admin)).json()) as CreatorPage
      expect(listed).toMatchObject([{ user_id: user.id, maySell: value }])
      expect(await sellersAmong(user.id)).toEqual([value])
    }
    expect((await entriesOf(user.id)).map(({ actor, action }) => [actor, action])).toEqual([
      [admin.address, 'shopAllowed'],
      [admin.address, 'shopDisallowed'],
      [admin.address, 'shopAllowed'],
    ])
    expect(await notificationsOf(user)).toEqual([])
  })

  it('logs one entry for calls at the same time', async () => {
    const { user } = await createCreator()
    const results = await Promise.all([1, 2, 3].map(async () => resultOf(await letSell(admin, user.id))))
    expect([results, await entriesOf(user.id)]).toMatchObject([['success', 'success', 'success'], [{ action: 'shopAllowed' }]])
  })

  it('does not let a creator sell who is removed meanwhile', async () => {
    const { user } = await createCreator()
    const race = raceBefore('shopAllowed', () => db.update(creators).set({ removedAt: 7 }).where(eq(creators.userId, user.id)))
    const response = await letSell(admin, user.id)
    race.restore()
    expect([race.happened, await codeOf(response)]).toEqual([true, 'creator_removed'])
    expect([await creatorOf(user.id), await entriesOf(user.id)]).toMatchObject([{ maySell: false }, []])
  })

  it('lets only creators sell who were not removed, and can be taken from a removed one', async () => {
    const [active, without, removed] = [
      await createCreator({ maySell: true }),
      await createCreator(),
      await createCreator({ maySell: true, removedAt: 2 }),
    ]
    const member = await signedIn(testEnv)
    expect(await sellersAmong(active.user.id, without.user.id, removed.user.id, member.id)).toEqual([true, false, false, false])
    expect(await resultOf(await letSell(admin, removed.user.id, false))).toBe('success')
    expect(await creatorOf(removed.user.id)).toMatchObject({ maySell: false, removedAt: 2 })
    expect(await entriesOf(removed.user.id)).toMatchObject([{ action: 'shopDisallowed' }])
  })
})

describe('getPlatformAdmin', () => {
  const adminOf = async (as: TestUser) => ((await (await ask('GET', 'getPlatformAdmin', as)).json()) as PlatformAdminAnswer).admin

  it('gives an admin the wallet and the contract with the hash of its code', async () => {
    const { platform: contract } = deployment(testEnv)
    const [code] = await rpc<[Hex]>(testEnv, ['eth_getCode', contract, 'latest'])
    expect(await adminOf(admin)).toEqual({ wallet: admin.address, contract, codeHash: keccak256(code) })
  })

  it('gives nothing to a member, to an admin who signed in with a password, and to one who was removed', async () => {
    const removed = await createAdmin()
    await setAdmin('removeAdmin', removed)
    for (const other of [await signedIn(testEnv, { address: newWallet() }), await createAdmin({ byWallet: false }), removed])
      expect(await adminOf(other)).toBeNull()
    expect(await codeOf(await ask('GET', 'getPlatformAdmin'))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', 'getPlatformAdmin', admin, undefined, { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }))).toBe(
      'chain_unavailable',
    )
  })
})

it('a creator without an application learns the name, and whether they were removed, from getMyApplication', async () => {
  const mine = async (as: TestUser) => (await (await ask('GET', 'getMyApplication', as)).json()) as MyApplication
  const [active, removed] = [await createCreator(), await createCreator({ removedAt: 2 })]
  expect([await mine(active.user), await mine(removed.user), await mine(admin)]).toEqual([
    { application: null, creator: active.name, isRemoved: false },
    { application: null, creator: removed.name, isRemoved: true },
    { application: null, creator: null, isRemoved: false },
  ])
})

describe('findCreator', () => {
  it('refuses what is no address, and a wallet of nobody, of a guest, or of a member without an application', async () => {
    for (const address of ['', '0x1', `${newWallet()}0`, "' or 1=1"])
      expect(await codeOf(await ask('GET', `findCreator?address=${encodeURIComponent(address)}`, admin))).toBe('invalid_body')
    const member = await signedIn(testEnv, { address: newWallet() })
    for (const address of [newWallet(), member.address])
      expect(await codeOf(await ask('GET', `findCreator?address=${address}`, admin))).toBe('creator_not_found')
  })

  it('finds a wallet that only the contract knows, also after its account was deleted', async () => {
    const wallet = newWallet()
    await setCreator('addCreator', { address: wallet })
    const nobody = { user_id: null, name: '', isLinked: false, isOnChain: true, application: null, creator: null }
    expect(await find(wallet)).toEqual(nobody)
    const { user } = await createCreator()
    await db.delete(creators).where(eq(creators.userId, user.id))
    await db.delete(accounts).where(eq(accounts.userId, user.id))
    expect(await find(user.address)).toEqual(nobody)
    await setCreator('removeCreator', user)
    expect(await codeOf(await ask('GET', `findCreator?address=${user.address}`, admin))).toBe('creator_not_found')
  })

  it('finds an applicant by the wallet, in any case of letters, and says whether it is linked and on chain', async () => {
    const { user, id, body } = await createApplicant()
    expect(await find(user.address.toLowerCase())).toMatchObject({
      user_id: user.id,
      name: 'Aiko Mori',
      isLinked: true,
      isOnChain: false,
      application: { id, state: 'sent', ...body },
      creator: null,
    })
    await setCreator('addCreator', user)
    await db.delete(accounts).where(eq(accounts.userId, user.id))
    expect(await find(user.address)).toMatchObject({ user_id: user.id, isLinked: false, isOnChain: true, application: { id } })
  })

  it('finds a creator by the wallet of the page, and by another linked one', async () => {
    const { user, name } = await createCreator({ removedAt: 7 })
    const second = newWallet()
    await db.insert(accounts).values({ address: second, userId: user.id, provider: 'test', linkedAt: 1 })
    const creator = { user_id: user.id, name, address: user.address, country: null, promoted: false, removedAt: 7 }
    expect(await find(user.address)).toMatchObject({ isLinked: true, isOnChain: true, application: null, creator })
    expect(await find(second)).toMatchObject({ isLinked: true, isOnChain: false, application: null, creator })
  })

  it('prefers the member who has linked the wallet and applied with it to the creator who had it', async () => {
    const [before, { user, id }] = [await createCreator(), await createApplicant()]
    const { address } = before.user
    await db.run(sql`update creator_applications set wallet = ${address} where id = ${id}`)
    expect(await find(address)).toMatchObject({ user_id: before.user.id })
    await db.update(accounts).set({ userId: user.id }).where(eq(accounts.address, address))
    expect(await find(address)).toMatchObject({ user_id: user.id, isLinked: true, application: { id }, creator: null })
  })
})

describe('getCreators', () => {
  it('refuses unknown orders, long texts and odd cursors', async () => {
    const wrong: Record<string, string>[] = [
      { sort: 'wallet' },
      { order: 'up' },
      { text: 'x'.repeat(101) },
      { cursor: 'x' },
      { cursor: "a'.1" },
      { cursor: `${'a'.repeat(21)}.1` },
      { cursor: 'a.0' },
    ]
    for (const query of wrong) expect(await codeOf(await list(query, admin))).toBe('invalid_body')
  })

  it('finds by a part of the name, the user id and the address, and nothing for signs of the database', async () => {
    const { user, name } = await createCreator({ removedAt: 7, isPromoted: false })
    await db.update(profiles).set({ geoip: '{"country":"JP"}' }).where(eq(profiles.userId, user.id))
    const expected = [
      {
        user_id: user.id,
        name,
        address: user.address,
        country: 'JP',
        promoted: false,
        maySell: false,
        since: expect.any(Number),
        removedAt: 7,
      },
    ]
    const search = async (text: string) => ((await (await list({ text }, admin)).json()) as CreatorPage).creators
    for (const text of [name.toUpperCase(), ` ${name.slice(2)} `, user.address, user.address.slice(0, 12).toLowerCase()])
      expect(await search(text)).toEqual(expected)
    expect((await search(String(user.id))).map(({ user_id }) => user_id)).toContain(user.id)
    for (const text of ['%', '_', `%${name}%`, `${name}' or '1'='1`, '愛子', '\u0000', '🙂', '0xzz']) expect(await search(text)).toEqual([])
  })

  it('sorts by every column in both directions, over pages without gaps and repetitions', async () => {
    const tag = `z${newName().slice(0, 9)}`
    const people = await Promise.all(Array.from({ length: 60 }, () => signedIn(testEnv, { address: newWallet() })))
    const countries = ['JP', 'DE', 'US']
    await db.insert(creators).values(
      people.map(({ id, address }, i) => ({
        userId: id,
        name: `${i % 2 ? tag : tag.toUpperCase()}${String((i * 7) % 60).padStart(2, '0')}`,
        wallet: address,
        since: 1000 + (i % 4),
        isPromoted: i % 5 === 0,
        removedAt: i % 6 === 0 ? 2000 + (i % 12) : null,
      })),
    )
    const located = JSON.stringify(people.slice(0, 40).map(({ id }, i) => [id, countries[i % 3]]))
    await db.run(
      sql`update profiles set geoip = json_object('country', v.value ->> 1) from json_each(${located}) v where user_id = v.value ->> 0`,
    )
    const keys: Record<(typeof CREATOR_SORTS)[number], (creator: CreatorPage['creators'][number]) => string | number> = {
      since: ({ since }) => since,
      id: ({ user_id }) => user_id,
      name: ({ name }) => name.toLowerCase(),
      country: ({ country }) => country ?? '',
      promoted: ({ promoted }) => Number(promoted),
      maySell: ({ maySell }) => Number(maySell),
      removed: ({ removedAt }) => removedAt ?? 0,
    }
    for (const [sort, keyOf] of Object.entries(keys))
      for (const order of ['asc', 'desc']) {
        const page = async (cursor?: string) =>
          (await (await list({ text: tag, sort, order, ...(cursor && { cursor }) }, admin)).json()) as CreatorPage
        const first = await page()
        expect(first.creators).toHaveLength(50)
        const second = await page(first.next!)
        expect(second.next).toBeNull()
        const all = [...first.creators, ...second.creators]
        const sorted = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.user_id - b.user_id))
        expect(all).toEqual(order === 'asc' ? sorted : sorted.toReversed())
        expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(60)
      }
    // The newest first by default.
    const { creators: newest } = (await (await list({ text: tag }, admin)).json()) as CreatorPage
    expect(newest[0]).toMatchObject({ since: 1003 })
  })
})
