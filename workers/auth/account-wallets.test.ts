import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { codeOf } from '../shared/testing.ts'
import {
  confirmEmail,
  confirmToken,
  infoOf,
  makeSessionsOlder,
  mockServicesPerTest,
  newEmail,
  newWallet,
  nonceFor,
  registerAndConfirm,
  request,
  setEmail,
  signInBody,
  signInWith,
  siweText,
  takeMail,
  testEnv,
} from './testing.ts'

const db = database(testEnv)
const outgoing = mockServicesPerTest()

describe('wallets of an account', () => {
  const link = async (cookie: string, wallet = newWallet()) => {
    const response = await request('POST', 'addAccount', {
      body: signInBody(wallet, siweText(await nonceFor(wallet))),
      headers: { cookie },
    })
    expect(response.status).toBe(200)
    return wallet
  }
  const remove = (cookie: string, account: string) => request('POST', 'removeAccount', { body: { account }, headers: { cookie } })

  it('can be linked and then sign in to the same account; the owner gets a mail', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const wallet = await link(cookie)
    expect((await takeMail(outgoing.mails, email, /wallet was added/)).text).toContain(`${wallet.address.slice(0, 6)}…`)
    expect((await infoOf(await signInWith(wallet))).user_id).toBe((await infoOf(cookie)).user_id)
  })

  it('can be unlinked while another sign-in method exists', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const wallet = await link(cookie)
    expect(await (await remove(cookie, wallet.address.toLowerCase())).json()).toEqual({ accounts: [] })
    await takeMail(outgoing.mails, email, /wallet was removed/)
    expect((await infoOf(await signInWith(wallet))).user_id).not.toBe((await infoOf(cookie)).user_id)
  })

  it('cannot be unlinked when the account has no other wallet and no password with a confirmed address', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
    const email = newEmail()
    await setEmail(cookie, { email })
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
    await confirmEmail(await confirmToken(outgoing.mails, email), cookie)
    expect(await codeOf(await remove(cookie, first.address))).toBe('last_sign_in_way')
  })

  it('cannot all be unlinked by concurrent requests', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    const second = await link(cookie)
    const responses = await Promise.all([remove(cookie, first.address), remove(cookie, second.address)])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
    expect((await infoOf(cookie)).accounts).toHaveLength(1)
  })

  it('can be unlinked only by their owner, after a fresh sign-in', async () => {
    const theirs = newWallet()
    await signInWith(theirs)
    const cookie = await signInWith(newWallet())
    expect(await codeOf(await remove(cookie, theirs.address))).toBe('not_found')
    expect(await codeOf(await remove('', theirs.address))).toBe('unauthorized')
    await makeSessionsOlder(cookie, 3600)
    expect(await codeOf(await remove(cookie, theirs.address))).toBe('sign_in_again')
  })

  it('cannot be unlinked while an order depends on them', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    const second = await link(cookie)
    const order = (id: string, status: number) =>
      db.run(sql`insert into orders (id, chain_id, contract, order_id, ref, terms_state, service_id, buyer, seller, token, price, fee_bps, delivery,
        status, status_at, created_at, terms) values (${id}, 1, '0x', ${id}, '0x', 'ok', 1, '0xb', ${second.address}, '0xt', '1', 0, 1, ${status}, 1, 1, '{}')`)
    await order(`${second.address}-done`, 5)
    await order(`${second.address}-open`, 1)
    expect(await codeOf(await remove(cookie, second.address))).toBe('wallet_in_use')
    expect((await remove(cookie, first.address)).status).toBe(200)
  })

  it('can be unlinked despite an unpaid quote', async () => {
    const first = newWallet()
    const cookie = await signInWith(first)
    const second = await link(cookie)
    await db.run(sql`insert into quotes (ref, chain_id, contract, service_id, buyer_id, seller_id, buyer, seller, token, amount, price_usd,
      fee_bps, delivery, terms, created_at, valid_until) values (${`0x${second.address}`}, 1, '0x', 1, 0, 0, '0xb', ${second.address}, '0xt', '1',
      1, 0, 1, '{}', 1, ${now() + 600})`)
    expect((await remove(cookie, second.address)).status).toBe(200)
  })
})
