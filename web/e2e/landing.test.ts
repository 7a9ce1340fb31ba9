import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { dialog, expectFocusInDialog, focused, press, tabTo } from './keys.ts'
import { waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** The landing page: the slides of the mission, by themselves and by keyboard, and the sign-up. */

const SLIDES = [
  'Good work, paid fairly',
  'A payment that waits safely',
  'An end to every order',
  'Costs that you know',
  'What is yours stays yours',
]

let guest: UserBrowser
test.beforeAll(async () => {
  guest = await openUserBrowser({ motion: true })
})
test.afterAll(closeUserBrowsers)

const slides = () => guest.page.getByRole('region', { name: 'Our mission' })
const shown = (index: number) =>
  slides()
    .getByRole('group', { name: `${index + 1} / 5: ${SLIDES[index]}` })
    .waitFor()
/** The animation that advances the slides. */
const advance = <T>(read: (animation: Animation) => T): Promise<T | undefined> =>
  guest.page.evaluate(`(${read})(document.getAnimations().find(({ id }) => id === 'advance') ?? {})`)

test('the footer leads to the landing page, whose address answers with its title', async () => {
  const { page } = guest
  const answer = await page.goto('/about')
  expect(answer!.status()).toBe(200)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our mission' }).click()
  await page.getByRole('heading', { level: 1, name: 'Our mission' }).waitFor()
  expect((await page.goto('/welcome'))!.status()).toBe(200)
  await expect(page).toHaveTitle('Our mission · Warren')
  await page.getByRole('heading', { level: 1, name: 'Our mission' }).waitFor()
})

test('the slides advance every 18 seconds, and wait under the pointer, with the focus inside, and when paused', async () => {
  const { page } = guest
  await page.mouse.move(5, 5)
  await page.goto('/welcome')
  await shown(0)
  // The page is shown before its code has started.
  await expect.poll(() => advance(({ effect }) => effect?.getTiming().duration)).toBe(18_000)
  await slides().hover()
  await expect.poll(() => advance(({ playState }) => playState)).toBe('paused')
  await page.getByRole('contentinfo').hover()
  await expect.poll(() => advance(({ playState }) => playState)).toBe('running')
  await advance((animation) => animation.finish())
  await shown(1)
  await slides().getByRole('button', { name: 'Next' }).focus()
  await expect.poll(() => advance(({ playState }) => playState)).toBe('paused')
  await slides().getByRole('button', { name: 'Pause' }).click()
  await expect.poll(() => advance(({ playState }) => playState)).toBeUndefined()
  await slides().getByRole('button', { name: 'Play' }).waitFor()
})

test('arrow keys, buttons and dots show the other slides, the last leads to the first, and only the shown one can be reached', async () => {
  const { page } = guest
  await page.goto('/welcome')
  await shown(0)
  await tabTo(page, /^Next$/)
  await press(page, 'Enter')
  await shown(1)
  expect(await slides().getByRole('status').textContent()).toBe(`2 / 5: ${SLIDES[1]}`)
  await press(page, 'ArrowLeft')
  await shown(0)
  await press(page, 'ArrowLeft')
  await shown(4)
  await press(page, 'ArrowRight')
  await shown(0)
  await slides()
    .getByRole('button', { name: /^4 \/ 5/ })
    .press('Enter')
  await shown(3)
  await expect(slides().getByRole('button', { name: /^4 \/ 5/ })).toHaveAttribute('aria-current', 'true')
  // Keys and screen readers reach one slide only.
  await expect(slides().locator('[role=group]:not([inert])')).toHaveCount(1)
})

test('with reduced motion the slides do not advance by themselves', async () => {
  const { context, page } = await openUserBrowser()
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Play' }).waitFor()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await context.close()
})

test('the sign-up has its title, hides the footer, keeps the focus, and closes with its X', async () => {
  const { page } = guest
  await page.goto('/welcome')
  const footer = page.getByRole('contentinfo')
  await footer.waitFor()
  expect(await footer.getByRole('link', { name: 'hello@warren.example' }).getAttribute('href')).toBe('mailto:hello@warren.example')
  await expect(footer).toContainText('© 2024 Warren')
  await page.getByRole('button', { name: 'Sign up', exact: true }).focus()
  await press(page, 'Enter')
  await dialog(page, 'Sign up.').waitFor()
  await dialog(page, 'Sign up.').getByRole('textbox', { name: 'E-mail' }).waitFor()
  await expect(page.locator('footer')).toBeHidden()
  await expectFocusInDialog(page)
  await dialog(page, 'Sign up.').getByRole('button', { name: 'Close' }).click()
  await waitForNoDialog(page)
  await expect(page.locator('footer')).toBeVisible()
  expect((await focused(page)).name).toBe('Sign up')
})

test('the partners open in a tab that does not know this page', async () => {
  const { page } = guest
  await page.goto('/welcome')
  const links = page.locator('main a[target=_blank]')
  await links.first().waitFor()
  expect(await links.count()).toBe(2)
  for (const link of await links.all()) {
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(new URL((await link.getAttribute('href'))!).origin).not.toBe(new URL(url).origin)
  }
})

test('who signs in here accepts the terms, is asked what they want to do, and finds the way to the marketplace', async () => {
  const { page } = await openUserBrowser()
  const { email, password } = await register()
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await dialog(page, 'Sign up.').getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.locator('dialog [name=password]').fill(password)
  for (const name of ['Log in', 'Accept', 'Later']) await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await dialog(page, 'What would you like to do?').getByRole('button', { name: 'Close' }).click()
  await waitForNoDialog(page)
  await page.getByRole('link', { name: 'Go to the marketplace' }).click()
  await page.waitForURL(`${url}/`)
})

test('a narrow page in Japanese does not scroll sideways, and has the language of the reader', async () => {
  const { page, consoleErrors } = await openUserBrowser({ width: 320, height: 640, language: 'ja-JP' })
  await page.goto('/welcome')
  await page.getByRole('heading', { level: 1, name: '私たちが目指すこと' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: '新規登録' }).click()
  await page.getByRole('dialog', { name: '新規登録' }).waitFor()
  expect([...consoleErrors, ...guest.consoleErrors]).toEqual([])
})
