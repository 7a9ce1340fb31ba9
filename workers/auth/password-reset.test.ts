import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { codeOf } from '../shared/testing.ts'
import { mailLinks } from './tables.ts'
import {
  confirmEmail,
  confirmToken,
  infoOf,
  logIn,
  mockServicesPerTest,
  newEmail,
  newWallet,
  OTHER_PASSWORD,
  register,
  registerAndConfirm,
  request,
  resetPassword,
  resetToken,
  setEmail,
  signInWith,
  takeMail,
  testEnv,
  tokenOf,
} from './testing.ts'

const db = database(testEnv)
const outgoing = mockServicesPerTest()

describe('password reset', () => {
  it('gives the same response for a known and an unknown address', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const responses = await Promise.all(
      [email, newEmail()].map((each) => request('POST', 'requestPasswordReset', { body: { email: each } })),
    )
    const [known, unknown] = await Promise.all(
      responses.map(async (response) => [
        response.status,
        await response.text(),
        [...response.headers].filter(([name]) => name !== 'x-request-id'),
      ]),
    )
    expect(known).toEqual(unknown)
  })

  it('sets the new password, ends all sessions, and mails the owner', async () => {
    const email = newEmail()
    const cookie = await registerAndConfirm(outgoing.mails, email)
    const phone = await logIn(email)
    await request('POST', 'requestPasswordReset', { body: { email: email.toUpperCase() } })
    const response = await resetPassword(tokenOf(await takeMail(outgoing.mails, email, /^Choose/)))
    expect(await response.json()).toEqual({ status: 'success', email })
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await Promise.all([cookie, phone].map(async (each) => (await infoOf(each)).authorized))).toEqual([false, false])
    expect(await logIn(email)).toBe('login_failed')
    expect(await logIn(email, OTHER_PASSWORD)).toMatch(/^__Host/)
    await takeMail(outgoing.mails, email, /password was changed/)
  })

  it('accepts only the newest link, and only once even for concurrent requests', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const old = await resetToken(outgoing.mails, email)
    const token = await resetToken(outgoing.mails, email)
    expect(await codeOf(await resetPassword(old))).toBe('link_invalid')
    const responses = await Promise.all([resetPassword(token, 'kettle-number-one'), resetPassword(token, 'kettle-number-two')])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 410])
    expect(await codeOf(await resetPassword(token))).toBe('link_invalid')
  })

  it('keeps the link valid when the new password is rejected', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const token = await resetToken(outgoing.mails, email)
    expect((await resetPassword(token, 'short')).status).toBe(422)
    expect(await codeOf(await resetPassword(token, 'password1'))).toBe('password_common')
    expect((await resetPassword(token)).status).toBe(200)
  })

  it('rejects a link after an hour', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const token = await resetToken(outgoing.mails, email)
    const [row] = await db.select().from(mailLinks).where(eq(mailLinks.email, email))
    expect(row!.expiresAt - Date.now() / 1000).toBeLessThanOrEqual(3600)
    await db.update(mailLinks).set({ expiresAt: 1000 }).where(eq(mailLinks.email, email))
    expect(await codeOf(await resetPassword(token))).toBe('link_invalid')
    expect(await logIn(email)).toMatch(/^__Host/)
  })

  it('rejects confirmation links, and confirmEmail rejects reset links', async () => {
    const email = newEmail()
    const cookie = await register(email)
    const token = await confirmToken(outgoing.mails, email)
    expect(await codeOf(await resetPassword(token))).toBe('link_invalid')
    await confirmEmail(token, cookie)
    expect(await codeOf(await confirmEmail(await resetToken(outgoing.mails, email), cookie))).toBe('link_invalid')
  })

  it('sets a first password for a wallet account', async () => {
    const email = newEmail()
    const cookie = await signInWith(newWallet())
    await setEmail(cookie, { email })
    await confirmEmail(await confirmToken(outgoing.mails, email), cookie)
    const { user_id } = await infoOf(cookie)
    await resetPassword(await resetToken(outgoing.mails, email))
    expect((await infoOf(await logIn(email, OTHER_PASSWORD))).user_id).toBe(user_id)
  })

  it('sends at most five mails to one address', async () => {
    const email = newEmail()
    await registerAndConfirm(outgoing.mails, email)
    const network = { 'x-address': '203.0.113.41' }
    for (let i = 0; i < 5; i++) {
      await request('POST', 'requestPasswordReset', { body: { email }, headers: network })
      await takeMail(outgoing.mails, email, /^Choose/)
    }
    expect((await request('POST', 'requestPasswordReset', { body: { email }, headers: network })).status).toBe(200)
    // Wait for a later mail to another address: by then, a sixth mail would have arrived too.
    await request('POST', 'requestPasswordReset', { body: { email: `x${email}` } })
    await takeMail(outgoing.mails, `x${email}`, /^No account/)
    expect(outgoing.mails.filter((mail) => mail.to === email)).toEqual([])
  })
})
