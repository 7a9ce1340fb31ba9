import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, type Person, person } from './browser.ts'
import { register } from './calls.ts'
import { linkIn, mailTo } from './outbox.ts'
import { act, buy, closed, orderIs, signIn } from './steps.ts'
import { url } from './world.ts'

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Not among the tags above, and what people who speak to their device depend on. */
const MORE = { 'label-content-name-mismatch': { enabled: true } }
/** Themes differ in colours alone, so only what depends on these is asked again. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

interface Listed {
  id: string
  room: string
  status_: number
}

/** What axe has against the page as it stands, light and dark, a line for each element; `within` says against which part of it. */
async function faults(page: Page, within?: string, themes = ['light', 'dark']): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // What fades or slides in has no colour of its own before it has arrived.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }, theme)
    // What it calls legacy opens no page of its own to sum up, which is only needed for frames of other origins.
    // It brings axe's source along twice for each question, which takes longer than the answer; what is on the page already will do.
    const there = await page.evaluate(() => 'axe' in window)
    const axe = new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) }).setLegacyMode().exclude('demo-wallet')
    if (within) axe.include(within)
    const { violations } = await axe.options(theme === themes[0] ? { ...RULES, rules: MORE } : COLOURS).analyze()
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes) found.push(`${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`)
  }
  return found
}

/** A dialog is looked at by itself: the page behind it has a line of its own. */
const DIALOG = 'dialog[open]'
const faultsOfDialog = (page: Page) => faults(page, DIALOG)

/** Closes the dialog on top. */
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await closed(page)
}

/** Opens a page and waits until it shows what it is about and nothing is on its way any more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('body:not(:has([aria-busy=true]))').waitFor()
}

/** A new order of Ben's, who is signed in on `page`, with Aiko, who has delivered it. The demo world's may have been released by now. */
async function deliveredOrder(browser: Browser, page: Page): Promise<string> {
  await page.goto('/search/Logo and identity for small studios')
  await page.getByRole('link', { name: /Logo and identity/ }).click()
  await page.getByRole('heading', { level: 1, name: /Logo and identity/ }).waitFor()
  await buy(page)
  const path = new URL(page.url()).pathname
  const aiko = await person(browser, url)
  await aiko.page.goto('/')
  await signIn(aiko.page, 'seller')
  await aiko.page.goto(path)
  await act(aiko.page, /^Accept$/, 'In progress')
  await act(aiko.page, /^Mark as delivered$/, 'Delivered')
  await aiko.context.close()
  await orderIs(page, 'Delivered').waitFor()
  return path
}

/** Every page and dialog of the main job, held against axe's rules in one language at one width, light and dark. */
export function axeFindsNothing(language: 'en' | 'ja', width: number): void {
  let browser: Browser
  let guest: Person
  let ben: Person
  let service = ''
  let order = ''
  /** Of the demo world: a job to bid for, and events in the two looks that are furthest from the rest. */
  const posted: Record<string, string> = {}
  /** Out of a mail to somebody else, who has not opened it. */
  let link = ''
  /** An order that can be disputed, and one of the demo world that is. */
  let delivered = ''
  let disputed = ''
  beforeAll(async () => {
    browser = await launch()
    ;[guest, ben] = await Promise.all([person(browser, url), person(browser, url)])
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
      // Tall, for what is covered by a bar that sticks can be scrolled away from it.
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
    expect(await faults(guest.page)).toEqual([])
  })

  test('the login dialog', async () => {
    const { page } = guest
    await open(page, '/news/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: language === 'en' ? 'Log in' : 'ログイン', exact: true })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Demo buyer' }).waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    // What it says of wrong fields, and its other faces.
    const field = (name: string) => page.locator(`dialog [name=${name}]`)
    await field('email').fill('ben@')
    await field('password').fill('hop')
    await field('password').press('Enter')
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: language === 'en' ? 'Forgot your password?' : 'パスワードを忘れた方' })
      .click()
    await field('password').waitFor({ state: 'detached' })
    expect(await faultsOfDialog(page)).toEqual([])
    await field('email').fill('nobody@example.com')
    await field('email').press('Enter')
    await field('email').waitFor({ state: 'detached' })
    expect(await faultsOfDialog(page)).toEqual([])
  })

  test('the link of a mail: for another account, over, with a password to choose', async () => {
    const token = `#${'a'.repeat(43)}`
    for (const { page } of [guest, ben]) {
      await open(page, link)
      await page.getByRole('main').locator('[name=password]').waitFor()
      expect(await faults(page)).toEqual([])
    }
    await open(ben.page, `/confirm-email/?over${token}`)
    expect(await faults(ben.page)).toEqual([])
    await open(guest.page, `/reset-password/${token}`)
    expect(await faults(guest.page)).toEqual([])
  })

  test('what brings a newcomer here', async () => {
    const newcomer = await person(browser, url)
    await newcomer.context.addCookies([{ name: 'hl', value: language, url }])
    const { page } = newcomer
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
    expect(await faultsOfDialog(page)).toEqual([])
    await newcomer.context.close()
  })

  test('the account menu, the network, and the dialog that asks for an e-mail address', async () => {
    const { page } = ben
    await open(page, '/news/')
    const menu = page.getByRole('button', { name: /^Your account$|^アカウント$/ })
    await menu.click()
    await page.getByRole('button', { name: /Network|ネットワーク/ }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: /Network|ネットワーク/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/the right network|問題ありません/)
      .waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    await close(page)
    await menu.click()
    await page.getByRole('button', { name: language === 'en' ? 'Add an e-mail address' : 'メールアドレスを追加' }).click()
    await page.locator('dialog [name=username]').fill('b')
    await page.locator('dialog [name=username]').press('Enter')
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
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
    expect(await faults(ben.page)).toEqual([])
  })

  test('every control, as the gallery shows them', async () => {
    const { page } = guest
    await page.goto('/gallery/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // It shows both themes itself.
    expect(await faults(page, undefined, ['light'])).toEqual([])
  })

  test('the sidebar, and the menu of language and colours', async () => {
    const { page } = guest
    await page.evaluate(() => localStorage.setItem('warren.side', '2'))
    await open(page, '/news/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /language and appearance|言語と表示/ })
      .click()
    await page.getByRole('banner').getByRole('radio').first().waitFor()
    expect(await faults(page)).toEqual([])
    await page.evaluate(() => localStorage.removeItem('warren.side'))
  })

  test('the menu of small windows, and what it opens', async () => {
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
      expect(await faultsOfDialog(page)).toEqual([])
    }
    await page.setViewportSize({ width, height: 3200 })
  })

  test('the settings, their forms and the dialogs on them', async () => {
    const { page } = ben
    const inMain = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
    const refuse = (code: string, status: number) => ({ status, json: { error: { code, message: code } } })
    await open(page, '/settings/')
    expect(await faults(page)).toEqual([])

    // Once the name is saved the page learns that there is an address, one to come, and a password: every section has its form then.
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
    // The name is refused by the server, the other two forms say what they lack.
    for (const name of ['username', 'email', 'current']) await page.locator(`[name=${name}]`).press('Enter')
    await page.getByRole('main').getByRole('alert').nth(3).waitFor()
    expect(await faults(page)).toEqual([])

    await inMain(/^Unlink 0x|の連携を解除$/).click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    await close(page)
    await inMain(/^Link another wallet$|^別のウォレットを連携$/).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    await close(page)

    const leave = inMain(/^Delete account|^アカウントを削除/)
    await leave.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    await close(page)
    await page.route('**/api/auth/getOpenOrders', (route) => route.fulfill({ json: { orders: 0 } }))
    await leave.click()
    await page.getByRole('dialog').getByRole('textbox').press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
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
    expect(await faultsOfDialog(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: /10/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: /:-</ }).waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  })

  test.each([
    ['bid for a job', () => posted.job!, /^(Bid from|.*から入札$)/],
    ['ask for a place', () => posted.COSMOS!, /^(Request to join|参加を申し込む)$/],
  ] as const)('the dialog to %s', async (_, path, button) => {
    const { page } = ben
    await open(page, path())
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').locator('a, textarea').first().waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
  })

  test('a service, signed in, and the purchase dialog', async () => {
    const { page } = ben
    await open(page, service)
    expect(await faults(page)).toEqual([])
    await page
      .getByRole('button', { name: /^Continue with|に進む|で進む|続ける|購入/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /USDC/ }).and(page.locator(':enabled')).waitFor()
    expect(await faultsOfDialog(page)).toEqual([])
  })

  test.each([
    ['a delivered order', () => delivered, [/^(Open a dispute|異議を申し立てる)$/]],
    ['a disputed order', () => disputed, [/^(Ask for less|希望額を下げる)$/, /^(Accept 25%|25%で承諾)$/]],
  ] as const)('%s and its dialogs', async (_, path, buttons) => {
    const { page } = ben
    await open(page, path())
    expect(await faults(page)).toEqual([])
    for (const button of buttons) {
      await page.getByRole('article').getByRole('button', { name: button }).click()
      await page.getByRole('dialog').getByRole('button', { name: button }).waitFor()
      expect(await faultsOfDialog(page)).toEqual([])
      const percent = page.getByRole('dialog').locator('input[inputmode=numeric]')
      if (await percent.count()) {
        await percent.fill('0')
        await page.getByRole('dialog').getByRole('alert').waitFor()
        expect(await faultsOfDialog(page)).toEqual([])
      }
      await close(page)
    }
  })

  test('no browser had anything to complain about', () => {
    const ours = [...guest.complaints, ...ben.complaints].filter((line) => !/status of (401|404|410)/.test(line))
    expect(ours).toEqual([])
  })
}
