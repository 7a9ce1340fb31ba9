import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openUserBrowser, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { linkIn, mailTo } from './outbox.ts'
import { buy, changeOrder, orderWithStatus, signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Not in the tags above, but voice control depends on it. */
const MORE = { 'label-content-name-mismatch': { enabled: true } }
/** Themes differ only in colours, so the second theme is checked only for these rules. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

interface Listed {
  id: string
  room: string
  status_: number
}

/** The violations axe finds on the page in each theme, one line per element; `within` limits the check to a part of the page. */
async function findViolations(page: Page, within?: string, themes = ['light', 'dark']): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // An element that fades or slides in has its final colour only afterwards.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }, theme)
    // Legacy mode opens no extra page, which only frames of other origins need. Each call would inject axe's source twice, which
    // takes longer than the check, so the copy on the page is used.
    const there = await page.evaluate(() => 'axe' in window)
    const axe = new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) }).setLegacyMode().exclude('demo-wallet')
    if (within) axe.include(within)
    const { violations } = await axe.options(theme === themes[0] ? { ...RULES, rules: MORE } : COLOURS).analyze()
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes) found.push(`${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

/** A dialog is checked alone: the page behind it has its own test. */
const DIALOG = 'dialog[open]'
const findDialogViolations = (page: Page) => findViolations(page, DIALOG)

/** Closes the dialog on top. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
}

/** Opens a page and waits until it has its heading and nothing is loading. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('body:not(:has([aria-busy=true]))').waitFor()
}

/** Creates an order of Ben's, who is signed in on `page`, that Aiko has delivered. The demo world's may be released already. */
async function deliveredOrder(browser: Browser, page: Page): Promise<string> {
  await page.goto('/search/Logo and identity for small studios')
  await page.getByRole('link', { name: /Logo and identity/ }).click()
  await page.getByRole('heading', { level: 1, name: /Logo and identity/ }).waitFor()
  await buy(page)
  const path = new URL(page.url()).pathname
  const aiko = await openUserBrowser(browser, url)
  await aiko.page.goto('/')
  await signIn(aiko.page, 'seller')
  await aiko.page.goto(path)
  await changeOrder(aiko.page, /^Accept$/, 'In progress')
  await changeOrder(aiko.page, /^Mark as delivered$/, 'Delivered')
  await aiko.context.close()
  await orderWithStatus(page, 'Delivered').waitFor()
  return path
}

/** Checks every page and dialog of the main flow with axe in one language at one width, light and dark. */
export function testAccessibility(language: 'en' | 'ja', width: number): void {
  let browser: Browser
  let guest: UserBrowser
  let ben: UserBrowser
  let service = ''
  let order = ''
  /** Paths of the demo world: a job with bids, and events in the two most different themes. */
  const posted: Record<string, string> = {}
  /** The confirmation link of another account. */
  let link = ''
  /** Paths of an order that can be disputed, and of a disputed one of the demo world. */
  let delivered = ''
  let disputed = ''
  beforeAll(async () => {
    browser = await launch()
    ;[guest, ben] = await Promise.all([openUserBrowser(browser, url), openUserBrowser(browser, url)])
    link = linkIn(await mailTo((await register()).email, /./))
    const { page } = ben
    await page.goto('/')
    await signIn(page, 'buyer')
    await page.goto('/search/Product photos in daylight')
    await page.getByRole('link', { name: /Product photos in daylight/ }).click()
    await page.getByRole('heading', { level: 1, name: /Product photos/ }).waitFor()
    service = new URL(page.url()).pathname
    await buy(page)
    order = new URL(page.url()).pathname
    posted.job = await page.evaluate(async () => {
      const answer = await fetch('/api/listings/query?type=JOBS&text=solidity')
      return `/jobs/${((await answer.json()) as { services: { id: number }[] }).services[0]!.id}`
    })
    const events = await page.evaluate(async () => {
      const answer = await fetch('/api/listings/query?type=EVENTS')
      return ((await answer.json()) as { services: { id: number; event: { theme: string } }[] }).services
    })
    for (const theme of ['COSMOS', 'INK']) posted[theme] = `/events/${events.find(({ event }) => event.theme === theme)!.id}`
    delivered = await deliveredOrder(browser, page)
    const { orders } = await page.evaluate(async () => (await (await fetch('/api/orders/getMyOrders')).json()) as { orders: Listed[] })
    const { id, room } = orders.findLast(({ status_ }) => status_ === 6)!
    disputed = `/orders/${id}/${room}`
    for (const { context, page } of [guest, ben]) {
      await context.addCookies([{ name: 'hl', value: language, url }])
      // Tall, so that no content is under the sticky bar.
      await page.setViewportSize({ width, height: 3200 })
    }
  }, 120_000)
  afterAll(() => browser.close())

  test.each([
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
    '/faq/',
    '/privacy',
    '/terms',
    '/about',
    '/tokuteishotorihiki',
    '/nothing/here',
    '/confirm-email/',
    '/reset-password/',
  ])('%s, as a visitor', async (path) => {
    await open(guest.page, path === 'service' ? service : (posted[path] ?? path))
    expect(await guest.page.locator('html').getAttribute('lang')).toBe(language)
    expect(await findViolations(guest.page)).toEqual([])
  })

  test('the login dialog', async () => {
    const { page } = guest
    await open(page, '/news/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: language === 'en' ? 'Log in' : 'ログイン', exact: true })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Demo buyer' }).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    // Its error messages and its other views.
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
    await field('email').fill('nobody@example.com')
    await field('email').press('Enter')
    await field('email').waitFor({ state: 'detached' })
    expect(await findDialogViolations(page)).toEqual([])
  })

  test('the pages of mail links: another account, expired, and a new password', async () => {
    const token = `#${'a'.repeat(43)}`
    for (const { page } of [guest, ben]) {
      await open(page, link)
      await page.getByRole('main').locator('[name=password]').waitFor()
      expect(await findViolations(page)).toEqual([])
    }
    await open(ben.page, `/confirm-email/?over${token}`)
    expect(await findViolations(ben.page)).toEqual([])
    await open(guest.page, `/reset-password/${token}`)
    expect(await findViolations(guest.page)).toEqual([])
  })

  test('the dialog that asks a new member for their purpose', async () => {
    const newMember = await openUserBrowser(browser, url)
    await newMember.context.addCookies([{ name: 'hl', value: language, url }])
    const { page } = newMember
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
    await page.getByRole('dialog', { name: /^(What brings you here\?|ご利用の目的を教えてください)$/ }).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await newMember.context.close()
  })

  test('the account menu, the network, and the dialog that asks for an e-mail address', async () => {
    const { page } = ben
    await open(page, '/news/')
    const menu = page.getByRole('button', { name: /^Your account$|^アカウント$/ })
    await menu.click()
    await page.getByRole('button', { name: /Network|ネットワーク/ }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: /Network|ネットワーク/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/the right network|問題ありません/)
      .waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await close(page)
    await menu.click()
    await page.getByRole('button', { name: language === 'en' ? 'Add an e-mail address' : 'メールアドレスを追加' }).click()
    await page.locator('dialog [name=username]').fill('b')
    await page.locator('dialog [name=username]').press('Enter')
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  })

  test.each([
    '/',
    '/list/services',
    '/list/jobs',
    '/list/events',
    '/orders/',
    'order',
    '/messenger/',
    'room',
    '/profile',
    '/profile/1',
    '/following/',
    '/search/userId',
  ])('%s, signed in', async (path) => {
    const paths: Record<string, string> = { order, room: `/messenger/${order.split('/').at(-1)}` }
    await open(ben.page, paths[path] ?? path)
    expect(await findViolations(ben.page)).toEqual([])
  })

  test('every control in the gallery', async () => {
    const { page } = guest
    await page.goto('/gallery/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The gallery shows both themes.
    expect(await findViolations(page, undefined, ['light'])).toEqual([])
  })

  test('the sidebar, and the menu of language and appearance', async () => {
    const { page } = guest
    await page.evaluate(() => localStorage.setItem('warren.side', '2'))
    await open(page, '/news/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /language and appearance|言語と表示/ })
      .click()
    await page.getByRole('banner').getByRole('radio').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.evaluate(() => localStorage.removeItem('warren.side'))
  })

  test('the menu of small windows and its dialogs', async () => {
    const { page } = guest
    await page.setViewportSize({ width: Math.min(width, 900), height: 1200 })
    await open(page, '/news/')
    for (const opens of [null, /About Warren|Warrenについて/, /^(Share|共有)$/]) {
      if (opens) await close(page)
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Menu|メニュー/ })
        .click()
      if (opens) await page.getByRole('dialog').getByRole('button', { name: opens }).click()
      await page.getByRole('dialog', { name: opens ? /Share|共有|About|について/ : /Menu|メニュー/ }).waitFor()
      expect(await findDialogViolations(page)).toEqual([])
    }
    await page.setViewportSize({ width, height: 3200 })
  })

  test('the settings, their forms and the dialogs on them', async () => {
    const { page } = ben
    const inMain = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
    const refuse = (code: string, status: number) => ({ status, json: { error: { code, message: code } } })
    await open(page, '/settings/')
    expect(await findViolations(page)).toEqual([])

    // After the name is saved, the page gets an address, a pending address and a password, so every section has a form.
    await page.route('**/api/auth/setEmail', (route) => route.fulfill(refuse('sign_in_again', 401)))
    await page.route('**/api/auth/setEmail', (route) => route.fulfill({ json: { email: null, username: 'ben_carter' } }), { times: 1 })
    await page.route('**/api/auth/getUserInfo', async (route) => {
      const known = { username: 'ben_carter', email: 'ben@example.com', newEmail: 'b@example.com', emailVerified: true, hasPassword: true }
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), ...known } })
    })
    await inMain(/^Choose a username$|^ユーザー名を決める$/).click()
    await page.locator('[name=username]').fill('ben_carter')
    await page.locator('[name=username]').press('Enter')
    for (const name of [
      /^Change username$|^ユーザー名を変更$/,
      /^Change address$|^アドレスを変更$/,
      /^Change password$|^パスワードを変更$/,
    ]) {
      await inMain(name).click()
    }
    // The server refuses the name; the other two forms show what is missing.
    for (const name of ['username', 'email', 'current']) await page.locator(`[name=${name}]`).press('Enter')
    await page.getByRole('main').getByRole('alert').nth(3).waitFor()
    expect(await findViolations(page)).toEqual([])

    await inMain(/^Unlink 0x|の連携を解除$/).click()
    await page.getByRole('dialog').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await close(page)
    await inMain(/^Link another wallet$|^別のウォレットを連携$/).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await close(page)

    const leave = inMain(/^Delete account|^アカウントを削除/)
    await leave.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await close(page)
    await page.route('**/api/auth/getOpenOrders', (route) => route.fulfill({ json: { orders: 0 } }))
    await leave.click()
    await page.getByRole('dialog').getByRole('textbox').press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await close(page)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('the dialog of carrots, before and after a claim', async () => {
    const { page } = ben
    const history = { entries: [{ id: 1, amount: 10, reason: 'daily', at: 1_795_000_000 }], next: null }
    const carrots = (claimable: number) => ({ carrots: 20 - claimable, claimable, nextAt: 4_000_000_000 })
    await page.route('**/api/auth/getCarrotHistory', (route) => route.fulfill({ json: history }))
    await page.route('**/api/auth/getCarrots', (route) => route.fulfill({ json: carrots(10) }))
    await page.route('**/api/auth/claimCarrots', (route) => route.fulfill({ json: { claimed: 10, ...carrots(0) } }))
    await open(page, '/about')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /carrot|にんじん/ })
      .click()
    await page.getByRole('dialog').getByRole('listitem').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: /10/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /:-</ }).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  })

  test.each([
    ['bid for a job', () => posted.job!, /^(Bid from|.*から入札$)/],
    ['join an event', () => posted.COSMOS!, /^(Request to join|参加を申し込む)$/],
  ] as const)('the dialog to %s', async (_, path, button) => {
    const { page } = ben
    await open(page, path())
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').locator('a, textarea').first().waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  })

  test('a service, signed in, and the purchase dialog', async () => {
    const { page } = ben
    await open(page, service)
    expect(await findViolations(page)).toEqual([])
    await page
      .getByRole('button', { name: /^Continue with|に進む|で進む|続ける|購入/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /USDC/ }).and(page.locator(':enabled')).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  })

  test.each([
    ['a delivered order', () => delivered, [/^(Open a dispute|異議を申し立てる)$/]],
    ['a disputed order', () => disputed, [/^(Ask for less|希望額を下げる)$/, /^(Accept 25%|25%で承諾)$/]],
  ] as const)('%s and its dialogs', async (_, path, buttons) => {
    const { page } = ben
    await open(page, path())
    expect(await findViolations(page)).toEqual([])
    for (const button of buttons) {
      await page.getByRole('article').getByRole('button', { name: button }).click()
      await page.getByRole('dialog').getByRole('button', { name: button }).waitFor()
      expect(await findDialogViolations(page)).toEqual([])
      const percent = page.getByRole('dialog').locator('input[inputmode=numeric]')
      if (await percent.count()) {
        await percent.fill('0')
        await page.getByRole('dialog').getByRole('alert').waitFor()
        expect(await findDialogViolations(page)).toEqual([])
      }
      await close(page)
    }
  })

  test('the browsers logged no errors', () => {
    const ours = [...guest.consoleErrors, ...ben.consoleErrors].filter((line) => !/status of (401|404|410)/.test(line))
    expect(ours).toEqual([])
  })
}
