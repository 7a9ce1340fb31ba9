import { closeDialog, findDialogViolations, findViolations, openPage } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { linkIn, mailTo } from './outbox.ts'
import { signIn } from './steps.ts'
import { url } from './world.ts'

interface ListedOrder {
  id: string
  room: string
  status_: number
}

/** The pages and dialogs, checked with axe in the light and the dark theme. */

/** The browsers and paths that the tests check. Filled by `prepare`. */
interface Site {
  language: 'en' | 'ja'
  width: number
  guest: UserBrowser
  /** Signed in as the demo buyer. */
  ben: UserBrowser
  service: string
  order: string
  /** Paths of the seed data: a job with bids (`job`), and events in the two most different themes, by theme. */
  posted: Record<string, string>
  /** The confirmation link of another account. */
  link: string
  /** An order that can be disputed. */
  delivered: string
  /** An order of the seed data with a dispute. */
  disputed: string
}

const site = { posted: {} } as Site
test.beforeAll(({ language, width }) => prepare(Object.assign(site, { language, width })))
test.afterAll(closeUserBrowsers)

/** Opens both browsers, signs in, and creates or finds the pages to check. */
async function prepare(site: Site): Promise<void> {
  ;[site.guest, site.ben] = await Promise.all([openUserBrowser(), openUserBrowser()])
  site.link = linkIn(await mailTo((await register()).email, /./))
  const { page } = site.ben
  await page.goto('/')
  await signIn(page, 'buyer')
  const photos = await page.evaluate(async () => {
    const answer = await fetch('/api/listings/query?type=SERVICES&text=product+photos')
    return ((await answer.json()) as { services: { id: number }[] }).services[0]!.id
  })
  site.service = `/services/${photos}`
  site.order = await createOrder('A logo that is ordered')
  site.posted.job = await page.evaluate(async () => {
    const answer = await fetch('/api/listings/query?type=JOBS&text=solidity')
    return `/jobs/${((await answer.json()) as { services: { id: number }[] }).services[0]!.id}`
  })
  const events = await page.evaluate(async () => {
    const answer = await fetch('/api/listings/query?type=EVENTS')
    return ((await answer.json()) as { services: { id: number; event: { theme: string } }[] }).services
  })
  for (const theme of ['COSMOS', 'INK']) site.posted[theme] = `/events/${events.find(({ event }) => event.theme === theme)!.id}`
  // The buyer may have released the delivered order of the seed data already.
  site.delivered = await createOrder('A logo that is delivered', [{ do: 'accept' }, { do: 'deliver' }])
  const { orders } = await page.evaluate(async () => (await (await fetch('/api/orders/getMyOrders')).json()) as { orders: ListedOrder[] })
  const { id, room } = orders.findLast(({ status_ }) => status_ === 6)!
  site.disputed = `/orders/${id}/${room}`
  for (const { context, page } of [site.guest, site.ben]) {
    await context.addCookies([{ name: 'hl', value: site.language, url }])
    // Tall, so that no content is under the sticky bar.
    await page.setViewportSize({ width: site.width, height: 3200 })
  }
}

/** Pages for visitors, and the login dialog. */
function testGuestPages(site: Site): void {
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
      await openPage(site.guest.page, path === 'service' ? site.service : (site.posted[path] ?? path))
      expect(await site.guest.page.locator('html').getAttribute('lang')).toBe(site.language)
      expect(await findViolations(site.guest.page)).toEqual([])
    })
  }

  test('axe finds no violations in the login dialog, its error messages and its other views', async () => {
    const { page } = site.guest
    await openPage(page, '/news/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: site.language === 'en' ? 'Log in' : 'ログイン', exact: true })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Demo buyer' }).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    // The dialog also with error messages, and its other views.
    const field = (name: string) => page.locator(`dialog [name=${name}]`)
    await field('email').fill('ben@')
    await field('password').fill('hop')
    await field('password').press('Enter')
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: site.language === 'en' ? 'Forgot your password?' : 'パスワードを忘れた方' })
      .click()
    await field('password').waitFor({ state: 'detached' })
    expect(await findDialogViolations(page)).toEqual([])
    await field('email').fill('unknown@example.com')
    await field('email').press('Enter')
    await field('email').waitFor({ state: 'detached' })
    expect(await findDialogViolations(page)).toEqual([])
  })
}

/** Pages of mail links, and the first dialog of a new member. */
function testMailPages(site: Site): void {
  test('axe finds no violations on the pages that mails link to: a link of another account, an invalid link, and the form for a new password', async () => {
    const token = `#${'a'.repeat(43)}`
    for (const { page } of [site.guest, site.ben]) {
      await openPage(page, site.link)
      await page.getByRole('main').locator('[name=password]').waitFor()
      expect(await findViolations(page)).toEqual([])
    }
    await openPage(site.ben.page, `/confirm-email/?over${token}`)
    expect(await findViolations(site.ben.page)).toEqual([])
    await openPage(site.guest.page, `/reset-password/${token}`)
    expect(await findViolations(site.guest.page)).toEqual([])
  })

  test('axe finds no violations in the dialog that asks a new member for their purpose', async () => {
    const newMember = await openUserBrowser()
    await newMember.context.addCookies([{ name: 'hl', value: site.language, url }])
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
}

/** The account menu and the pages of a signed-in member. */
function testMemberPages(site: Site): void {
  test('axe finds no violations in the account menu, the network dialog, and the dialog that asks for an e-mail address', async () => {
    const { page } = site.ben
    await openPage(page, '/news/')
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
    await closeDialog(page)
    await menu.click()
    await page.getByRole('button', { name: site.language === 'en' ? 'Add an e-mail address' : 'メールアドレスを追加' }).click()
    await page.locator('dialog [name=username]').fill('b')
    await page.locator('dialog [name=username]').press('Enter')
    await page.getByRole('dialog').getByRole('alert').nth(1).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  })

  for (const path of [
    '/',
    '/list/services',
    '/list/jobs',
    '/list/events',
    '/orders/',
    'order',
    '/notifications/',
    '/messenger/',
    'room',
    '/profile',
    '/profile/1',
    '/following/',
    '/search/userId',
  ]) {
    test(`axe finds no violations at ${path} for a member`, async () => {
      const paths: Record<string, string> = { order: site.order, room: `/messenger/${site.order.split('/').at(-1)}` }
      await openPage(site.ben.page, paths[path] ?? path)
      expect(await findViolations(site.ben.page)).toEqual([])
    })
  }
}

/** The gallery of controls, and the menus of the bar. */
function testControls(site: Site): void {
  test('axe finds no violations in the gallery of controls', async () => {
    const { page } = site.guest
    await page.goto('/gallery/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The gallery shows both themes.
    expect(await findViolations(page, undefined, ['light'])).toEqual([])
  })

  test('axe finds no violations in the sidebar and in the menu for language and appearance', async () => {
    const { page } = site.guest
    await page.evaluate(() => localStorage.setItem('warren.side', '2'))
    await openPage(page, '/news/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /language and appearance|言語と表示/ })
      .click()
    await page.getByRole('banner').getByRole('radio').first().waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.evaluate(() => localStorage.removeItem('warren.side'))
  })

  test('axe finds no violations in the menu for small windows and in its dialogs', async () => {
    const { page } = site.guest
    await page.setViewportSize({ width: Math.min(site.width, 900), height: 1200 })
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
    await page.setViewportSize({ width: site.width, height: 3200 })
  })
}

/** The settings with their forms and dialogs. */
function testSettings(site: Site): void {
  test('axe finds no violations in the settings, their forms and their dialogs', async () => {
    const { page } = site.ben
    const inMain = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
    const refuse = (code: string, status: number) => ({ status, json: { error: { code, message: code } } })
    await openPage(page, '/settings/')
    expect(await findViolations(page)).toEqual([])

    // After the username is saved, the stub reports an address, a pending address and a password, so every section has a form.
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
    // The stub refuses the username; the other two forms show what is missing.
    for (const name of ['username', 'email', 'current']) await page.locator(`[name=${name}]`).press('Enter')
    await page.getByRole('main').getByRole('alert').nth(3).waitFor()
    expect(await findViolations(page)).toEqual([])

    await inMain(/^Unlink 0x|の連携を解除$/).click()
    await page.getByRole('dialog').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await closeDialog(page)
    await inMain(/^Link another wallet$|^別のウォレットを連携$/).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await closeDialog(page)

    const leave = inMain(/^Delete account|^アカウントを削除/)
    await leave.click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await closeDialog(page)
    await page.route('**/api/auth/getOpenOrders', (route) => route.fulfill({ json: { orders: 0 } }))
    await leave.click()
    await page.getByRole('dialog').getByRole('textbox').press('Enter')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await findDialogViolations(page)).toEqual([])
    await closeDialog(page)
    await page.unrouteAll({ behavior: 'wait' })
  })
}

/** Dialogs of carrots, applications and purchases. */
function testDialogs(site: Site): void {
  test('axe finds no violations in the carrots dialog before and after a claim', async () => {
    const { page } = site.ben
    const history = { entries: [{ id: 1, amount: 10, reason: 'daily', at: 1_795_000_000 }], next: null }
    const carrots = (claimable: number) => ({ carrots: 20 - claimable, claimable, nextAt: 4_000_000_000 })
    await page.route('**/api/auth/getCarrotHistory', (route) => route.fulfill({ json: history }))
    await page.route('**/api/auth/getCarrots', (route) => route.fulfill({ json: carrots(10) }))
    await page.route('**/api/auth/claimCarrots', (route) => route.fulfill({ json: { claimed: 10, ...carrots(0) } }))
    await openPage(page, '/about')
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

  for (const [name, path, button] of [
    ['bid for a job', () => site.posted.job!, /^(Bid from|.*から入札$)/],
    ['join an event', () => site.posted.COSMOS!, /^(Request to join|参加を申し込む)$/],
  ] as const) {
    test(`axe finds no violations in the dialog to ${name}`, async () => {
      const { page } = site.ben
      await openPage(page, path())
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').locator('a, textarea').first().waitFor()
      expect(await findDialogViolations(page)).toEqual([])
    })
  }

  test('axe finds no violations on a service for a member, and in the purchase dialog', async () => {
    const { page } = site.ben
    await openPage(page, site.service)
    expect(await findViolations(page)).toEqual([])
    await page
      .getByRole('button', { name: /^Continue with|に進む|で進む|続ける|購入/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /USDC/ }).and(page.locator(':enabled')).waitFor()
    expect(await findDialogViolations(page)).toEqual([])
  })
}

/** Orders and their dialogs. */
function testOrders(site: Site): void {
  for (const [name, path, buttons] of [
    ['a delivered order', () => site.delivered, [/^(Request changes|修正を依頼)$/, /^(Open a dispute|異議を申し立てる)$/]],
    ['a disputed order', () => site.disputed, [/^(Ask for less|希望額を下げる)$/, /^(Accept 25%|25%で承諾)$/]],
  ] as const) {
    test(`axe finds no violations on ${name} and in its dialogs`, async () => {
      const { page } = site.ben
      await openPage(page, path())
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
        await closeDialog(page)
      }
    })
  }
}

testGuestPages(site)
testMailPages(site)
testMemberPages(site)
testControls(site)
testSettings(site)
testDialogs(site)
testOrders(site)

test('the browsers logged no unexpected errors', () => {
  const ours = [...site.guest.consoleErrors, ...site.ben.consoleErrors].filter((line) => !/status of (401|404|410)/.test(line))
  expect(ours).toEqual([])
})
