import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { closeDialog, findDialogViolations, findViolations, openPage, openTallBrowser, TALL } from './axe.ts'
import { addSession, closeUserBrowsers, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { linkIn, mailTo } from './outbox.ts'
import { findSeedListings } from './seed-listings.ts'
import { url } from './world.ts'

/** The pages for visitors, the pages of mail links, and the controls, checked with axe in the light and the dark theme. */
let language: 'en' | 'ja'
let width: number
let guest: UserBrowser
let member: UserBrowser
/** Paths of listings of the seed data, by the names in the list of paths below. */
let listings: Record<string, string>
/** The confirmation link of another account. */
let link: string

test.beforeAll(async ({ language: chosen, width: asked }) => {
  ;[language, width] = [chosen, asked]
  ;[guest, member, listings] = await Promise.all([
    openTallBrowser({ language, width }),
    openTallBrowser({ language, width }),
    findSeedListings(),
  ])
  await addSession(member, (await seedSignIn(url, 2)).cookie)
  link = linkIn(await mailTo((await register()).email, /./))
})
test.afterAll(closeUserBrowsers)

for (const path of [
  '/',
  '/jobs/',
  '/events/',
  'job',
  'COSMOS',
  'INK',
  '/search/logo',
  '/search/nothing-is-called-this',
  'service',
  '/profile/1',
  '/profile/999999999',
  '/news/',
  '/trending/',
  '/settings/',
  '/welcome',
  '/faq/',
  '/privacy',
  '/terms',
  '/about',
  '/tokuteishotorihiki',
  '/nothing/here',
  '/confirm-email/',
  '/reset-password/',
]) {
  test(`axe finds no violations at ${path} for a visitor, and the page has the right language`, async () => {
    await openPage(guest.page, listings[path] ?? path)
    expect(await guest.page.locator('html').getAttribute('lang')).toBe(language)
    expect(await findViolations(guest.page)).toEqual([])
  })
}

test('axe finds no violations in the login dialog, its error messages and its other views', async () => {
  const { page } = guest
  await openPage(page, '/news/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: language === 'en' ? 'Log in' : 'ログイン', exact: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Demo buyer' }).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  const field = (name: string) => page.locator(`dialog [name=${name}]`)
  await field('email').fill('ben@')
  await field('password').fill('hop')
  await field('password').press('Enter')
  await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: language === 'en' ? 'Forgot your password?' : 'パスワードを忘れた方' })
    .click()
  await field('password').waitFor({ state: 'detached' })
  expect(await findDialogViolations(page)).toEqual([])
  await field('email').fill('unknown@example.com')
  await field('email').press('Enter')
  await field('email').waitFor({ state: 'detached' })
  expect(await findDialogViolations(page)).toEqual([])
})

test('axe finds no violations on the pages that mails link to: a link of another account, an invalid link, and the form for a new password', async () => {
  const token = `#${'a'.repeat(43)}`
  for (const { page } of [guest, member]) {
    await openPage(page, link)
    await page.getByRole('main').locator('[name=password]').waitFor()
    expect(await findViolations(page)).toEqual([])
  }
  await openPage(member.page, `/confirm-email/?over${token}`)
  expect(await findViolations(member.page)).toEqual([])
  await openPage(guest.page, `/reset-password/${token}`)
  expect(await findViolations(guest.page)).toEqual([])
})

test('axe finds no violations in the dialog that asks a new member for their purpose', async () => {
  const { context, page } = await openTallBrowser({ language, width })
  const { email, password } = await register()
  const press = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name }).click()
  await page.goto('/')
  await page.getByRole('button', { name: /^(Sign up|新規登録)$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^(E-mail|メールアドレス)$/ })
    .fill(email)
  await page.locator('dialog [name=password]').fill(password)
  await press(/^(Log in|ログイン)$/)
  await press(/^(Accept|同意する)$/)
  await press(/^(Later|あとで)$/)
  await page.getByRole('dialog', { name: /^(What would you like to do\?|ご利用の目的を教えてください)$/ }).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await context.close()
})

test('axe finds no violations in the gallery of controls', async () => {
  const { page } = guest
  await page.goto('/gallery/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The gallery shows both themes at once, so one check is enough.
  expect(await findViolations(page, undefined, ['light'])).toEqual([])
})

test('axe finds no violations in the sidebar and in the menu for language and appearance', async () => {
  const { page } = guest
  await guest.context.addCookies([{ name: 'side', value: '2', url }])
  await openPage(page, '/news/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /language and appearance|言語と表示/ })
    .click()
  await page.getByRole('banner').getByRole('radio').first().waitFor()
  expect(await findViolations(page)).toEqual([])
  await guest.context.clearCookies({ name: 'side' })
})

test('axe finds no violations in the menu for small windows and in its dialogs', async () => {
  const { page } = guest
  await page.setViewportSize({ width: Math.min(width, 900), height: 1200 })
  await openPage(page, '/news/')
  for (const opens of [null, /About Warren|Warrenについて/, /^(Share|共有)$/]) {
    if (opens) await closeDialog(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Menu|メニュー/ })
      .click()
    if (opens) await page.getByRole('dialog').getByRole('button', { name: opens }).click()
    await page.getByRole('dialog', { name: opens ? /Share|共有|About|について/ : /Menu|メニュー/ }).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width, height: TALL })
})

test('the browsers logged no unexpected errors', () => {
  const ours = [guest, member].flatMap(({ consoleErrors }) => consoleErrors).filter((line) => !/status of (401|404|410)/.test(line))
  expect(ours).toEqual([])
})
