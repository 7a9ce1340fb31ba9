import type { Page } from '@playwright/test'
import type { UserInfo } from '../../workers/auth/users.schema.ts'
import { addSession, type BrowserOptions, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { type Account, fetchPath, readError, register, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Accounts: signing in, accepting the terms, signing out, and sessions on other devices. */

const people: UserBrowser[] = []
test.describe.configure({ mode: 'serial' })
test.afterAll(closeUserBrowsers)

async function openVisitor(options?: BrowserOptions): Promise<UserBrowser> {
  const one = await openUserBrowser(options)
  people.push(one)
  return one
}
/** A browser with a session. */
async function openMember(cookie: string, options?: BrowserOptions): Promise<UserBrowser> {
  const one = await openVisitor(options)
  await addSession(one, cookie)
  return one
}
const infoOf = async (cookie: string): Promise<UserInfo> => (await fetchPath('/api/auth/getUserInfo', { headers: { cookie } })).json()
const logIn = async ({ email, password }: Account): Promise<string> =>
  (await send('auth/login', { email, password })).headers.getSetCookie()[0]!.split(';')[0]!

const LABELS = {
  en: { dialog: 'Log in or sign up', email: 'E-mail', password: 'Password', login: 'Log in' },
  ja: { dialog: 'ログイン・新規登録', email: 'メールアドレス', password: 'パスワード', login: 'ログイン' },
} as const
/** Logs in by e-mail in the open dialog. */
async function enterCredentials(page: Page, { email, password }: Account, labels: (typeof LABELS)['en' | 'ja'] = LABELS.en): Promise<void> {
  const dialog = page.getByRole('dialog', { name: labels.dialog })
  await dialog.getByLabel(labels.email, { exact: true }).fill(email)
  await dialog.getByLabel(labels.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: labels.login, exact: true }).click()
}

/** Accepts the terms in Japanese and skips the confirmation of the address. */
async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: '利用規約' }).getByRole('button', { name: '同意する' }).click()
  await page.getByRole('dialog', { name: 'メールアドレスの確認' }).getByRole('button', { name: 'あとで' }).click()
}

test.describe('a member who has not accepted the terms', () => {
  test('must accept them before posting a service or opening the profile, may close the dialog instead, and is signed out by declining', async () => {
    const { cookie } = await register()
    const { page } = await openMember(cookie)
    await page.goto('/news/')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Post a service' }).click()
    const terms = page.getByRole('dialog', { name: 'Terms and conditions' })
    await terms.waitFor()
    await page.keyboard.press('Escape')
    await waitForNoDialog(page)
    expect(new URL(page.url()).pathname).toBe('/news/')
    expect((await infoOf(cookie)).creator).toBe(false)

    await page.getByRole('link', { name: 'Your profile' }).click()
    await terms.getByRole('button', { name: 'Decline' }).click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).waitFor()
    expect((await infoOf(cookie)).authorized).toBe(false)
  })
})

test.describe('signing in', () => {
  let account: Account
  let one: UserBrowser
  test.beforeAll(async () => {
    account = await register('ja')
    one = await openVisitor()
  })

  test('opens the page for the chosen purpose once the terms are accepted; a new device uses the account’s language', async () => {
    const { page } = one
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await enterCredentials(page, account)
    await acceptTerms(page)
    const purpose = page.getByRole('dialog', { name: 'ご利用の目的を教えてください' })
    await purpose.getByRole('button', { name: /^仕事を受けたい/ }).click()
    await page.waitForURL('**/list/services/')
    await page.getByRole('heading', { level: 1, name: 'サービスを出品' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  })

  test('opens no dialog for a signed-in member who has accepted the terms', async () => {
    const { page } = one
    await page.goto('/login/')
    await page.waitForURL(`${url}/`)
    for (const path of ['/services/?ha=login', '/profile/']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('button', { name: 'アカウント' }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
  })

  test('keeps the language chosen on the device, even if the settings of another device have stored a different one in the account', async () => {
    const { page, context } = one
    await page.goto('/settings/')
    const saved = page.waitForResponse('**/api/auth/setLanguage')
    await page.getByRole('group', { name: '言語' }).locator('label', { hasText: 'English' }).click()
    await saved
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const [session] = (await context.cookies()).filter(({ httpOnly }) => httpOnly)
    expect(await infoOf(`${session!.name}=${session!.value}`)).toMatchObject({ language: 'en' })

    const { page: other } = await openVisitor({ language: 'en-GB' })
    await other.goto('/login/?hl=ja')
    await enterCredentials(other, account, LABELS.ja)
    await other.getByRole('dialog', { name: 'メールアドレスの確認' }).getByRole('button', { name: 'あとで' }).click()
    await other.getByRole('button', { name: 'アカウント' }).waitFor()
    await other.waitForURL(`${url}/`)
    expect(await other.locator('html').getAttribute('lang')).toBe('ja')
  })
})

test.describe('two browsers of one member', () => {
  test('are both listed in the settings; one can sign out the other or both, and a signed-out browser shows this without a reload', async () => {
    const account = await register()
    const [desk, sofa] = [await openMember(account.cookie), await openMember(await logIn(account))]
    // The inbox socket tells a page that its session has ended.
    const inbox = sofa.page.waitForEvent('websocket')
    await sofa.page.goto('/orders/')
    await inbox
    await sofa.page.getByRole('tablist').waitFor()

    await desk.page.goto('/settings/')
    const list = desk.page.getByRole('region', { name: 'Where you are logged in' })
    await list.getByRole('listitem').filter({ hasText: 'This browser' }).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(2)
    await list
      .getByRole('button', { name: /^Log out / })
      .first()
      .click()
    await list.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    await sofa.page.getByRole('heading', { name: 'Log in to see your orders' }).waitFor()

    const again = await logIn(account)
    await addSession(sofa, again)
    await sofa.page.reload()
    await sofa.page.getByRole('tablist').waitFor()
    await desk.page.reload()
    await list.getByRole('button', { name: 'Log out everywhere', exact: true }).click()
    await desk.page.waitForURL(`${url}/`)
    await desk.page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).waitFor()
    await sofa.page.getByRole('heading', { name: 'Log in to see your orders' }).waitFor()
    expect(await readError(send('auth/setLanguage', { language: 'en' }, { cookie: again }))).toMatchObject({ code: 'unauthorized' })
  })
})

test.describe('e-mail and password in the settings', () => {
  test('show their state and errors; a new password ends all other sessions', async () => {
    const account = await register()
    const other = await logIn(account)
    const { page } = await openMember(account.cookie)
    await page.goto('/settings/')
    const address = page.getByRole('region', { name: 'E-mail address' })
    await address.getByText('Not confirmed yet').waitFor()
    await address.getByRole('button', { name: 'Send the e-mail again' }).click()
    await page.getByText('We have sent the e-mail.').first().waitFor()
    await address.getByRole('button', { name: 'Change address' }).click()
    await address.getByLabel('New e-mail address').fill('nobody@nowhere')
    await address.getByRole('button', { name: 'Send the link' }).click()
    await address.getByText('Please enter a valid email address.').waitFor()
    const next = `new.${account.email}`
    await address.getByLabel('New e-mail address').fill(next)
    await address.getByLabel('Your password').fill('not this one')
    await address.getByRole('button', { name: 'Send the link' }).click()
    await address.getByText('The current password is wrong. Enter it again.').waitFor()
    await address.getByLabel('Your password').fill(account.password)
    await address.getByRole('button', { name: 'Send the link' }).click()
    await address.getByText(next).first().waitFor()

    const password = page.getByRole('region', { name: 'Password' })
    await password.getByRole('button', { name: 'Change password' }).click()
    await password.getByLabel('Current password').fill(account.password)
    for (const [wrong, text] of [
      ['short', 'Please enter at least 8 password characters.'],
      ['password1', 'This password is too common and easy to guess. Please choose another.'],
    ] as const) {
      await password.getByLabel('New password').fill(wrong)
      await password.getByRole('button', { name: 'Save the password' }).click()
      await password.getByText(text).waitFor()
    }
    await password.getByLabel('New password').fill('nine herons at a bus stop')
    await password.getByRole('button', { name: 'Save the password' }).click()
    await page.getByText('Your password has been changed.').waitFor()
    await password.getByRole('button', { name: 'Change password' }).waitFor()
    expect((await infoOf(other)).authorized).toBe(false)
    expect((await send('auth/login', { email: next, password: 'nine herons at a bus stop' })).status).toBe(200)
  })
})

test.describe('in Japanese, on a phone', () => {
  test('a member goes through login and terms to the listing form, claims carrots and logs out everywhere', async () => {
    const account = await register('ja')
    const { page } = await openVisitor({ language: 'ja-JP', width: 390, height: 844 })
    await page.goto('/list/')
    await enterCredentials(page, account, LABELS.ja)
    await acceptTerms(page)
    await page.getByRole('heading', { level: 1, name: 'サービスを出品' }).waitFor()
    // Skips the dialog that asks for a name.
    await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
    await waitForNoDialog(page)

    await page.getByRole('banner').getByRole('button', { name: 'にんじん' }).click()
    const carrots = page.getByRole('dialog', { name: 'あなたのにんじん' })
    await carrots.getByRole('button', { name: 'にんじんを10本受け取る' }).click()
    await carrots.getByRole('button', { name: 'にんじんがありません :-< 、後でご確認ください' }).waitFor()
    await carrots.getByRole('button', { name: '閉じる' }).click()
    await waitForNoDialog(page)
    await page.getByRole('banner').getByRole('button', { name: 'にんじん10本', exact: true }).waitFor()

    await page.getByRole('button', { name: 'アカウント' }).click()
    await page.getByRole('link', { name: '設定', exact: true }).click()
    const devices = page.getByRole('region', { name: 'ログイン中のブラウザー' })
    await devices.getByRole('listitem').filter({ hasText: 'このブラウザー' }).waitFor()
    await devices.getByRole('button', { name: 'すべてのブラウザーでログアウト' }).click()
    await page.waitForURL(`${url}/`)
    await page.getByRole('banner').getByRole('button', { name: 'ログイン', exact: true }).waitFor()
  })
})

test('the browsers logged no unexpected errors', () => {
  expect(people.flatMap(({ consoleErrors }) => consoleErrors).filter((line) => !/status of (401|403|422)/.test(line))).toEqual([])
})
