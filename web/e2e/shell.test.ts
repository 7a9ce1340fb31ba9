import type { Locator } from '@playwright/test'
import { THEMES, type Theme } from '../../workers/listings/events.schema.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { CHOSEN, contrastOf } from './contrast.ts'
import { expect, test } from './fixtures.ts'
import { dialog, expectFocusInDialog, focused, press, tabTo } from './keys.ts'
import { signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Top bar, sidebar, menus and dialogs: by keyboard and at every width. */

let ben: UserBrowser
test.beforeAll(async () => {
  ben = await openUserBrowser()
  await ben.page.goto('/')
  await signIn(ben.page, 'buyer')
})
test.afterAll(closeUserBrowsers)

test.describe('a guest', () => {
  let guest: UserBrowser
  test.beforeEach(async () => {
    guest = await openUserBrowser()
    await guest.page.goto('/')
    await guest.page.getByRole('heading', { level: 1 }).waitFor()
  })
  test.afterEach(async () => {
    expect(guest.consoleErrors).toEqual([])
    await guest.context.close()
  })

  test('moves by Tab from the skip link through the bar in visual order', async () => {
    const { page } = guest
    const names: string[] = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      names.push((await focused(page)).name)
    }
    expect(names).toEqual(['Skip to content', 'Menu', 'Warren home page', 'Search', 'EN, language and appearance', 'Log in'])
  })

  test('switches the sidebar by keyboard from hidden to compact to expanded; a reload keeps its state', async () => {
    const { page } = guest
    const sidebar = page.getByRole('navigation', { name: 'Discover' })
    const main = page.getByRole('main')
    const left = async () => (await main.boundingBox())!.x
    await tabTo(page, /^Menu$/)
    expect(await sidebar.count()).toBe(0)
    await press(page, 'Enter')
    await sidebar.waitFor()
    expect(await left()).toBe(84)
    await page.reload()
    await sidebar.getByRole('link', { name: 'Trending' }).waitFor()
    expect(await left()).toBe(84)
    await tabTo(page, /^Menu$/)
    await press(page, 'Enter')
    expect(await left()).toBe(232)
    await tabTo(page, /^News Feeds$/)
    await press(page, 'Enter')
    await page.waitForURL('**/news/')
    expect(await sidebar.getByRole('link', { name: 'News Feeds' }).getAttribute('aria-current')).toBe('page')
    // A narrow window hides the sidebar, a wide one shows it again.
    await page.setViewportSize({ width: 1000, height: 800 })
    await sidebar.waitFor({ state: 'detached' })
    expect(await left()).toBe(0)
    await page.setViewportSize({ width: 1100, height: 800 })
    await sidebar.waitFor()
    expect(await left()).toBe(200)
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await sidebar.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.cookie)).not.toContain('side=')
  })

  test('filters a list by “Online” or by a location; a reload and a change of tab keep the filter', async () => {
    const { page } = guest
    const asked = (query: RegExp) => page.waitForResponse((answer) => query.test(answer.url()))
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await press(page, 'Enter')
    await page.getByRole('radio', { name: 'All' }).waitFor()
    expect((await focused(page)).name).toBe('All')
    const online = asked(/query\?.*local=false/)
    await press(page, 'ArrowRight')
    await online
    await press(page, 'ArrowRight')
    await page.getByRole('combobox', { name: 'Country' }).fill('japan')
    await page.getByRole('option', { name: 'Japan' }).click()
    await page.getByRole('combobox', { name: 'City' }).fill('kyoto')
    const there = asked(/local=true&country=JP&city=\d+/)
    await page.getByRole('option', { name: 'Kyoto' }).first().click()
    await there
    await page.reload()
    const city = page.getByRole('combobox', { name: 'City' })
    await page.waitForFunction((field) => (field as HTMLInputElement).value === 'Kyoto', await city.elementHandle())
    await page.getByRole('link', { name: 'Events', exact: true }).first().click()
    await page.waitForURL(/\/events\/\?show=local-JP-\d+$/)
    await page.getByRole('radio', { name: 'All' }).press('Space')
    await page.waitForURL(/\/events\/$/)
  })

  test('sees matching services, jobs, events and people while typing', async () => {
    const { page } = guest
    const field = page.getByRole('searchbox', { name: 'Search' })
    const found = (kind: string, text: string) =>
      page.getByRole('search').getByRole('list', { name: kind }).getByRole('link').filter({ hasText: text }).first().waitFor()
    for (const [typed, kind, text] of [
      ['パッケ', 'Services', 'パッケージ'],
      ['短編', 'Jobs', '短編アニメーション'],
      ['題字', 'Events', '題字を書く会'],
      ['mori', 'People', 'Aiko Mori'],
    ] as const) {
      await field.fill(typed)
      await found(kind, text)
    }
    await press(page, 'ArrowDown', 'Enter')
    await page.waitForURL(/\/profile\/\d+$/)
  })

  test('chooses theme and language by keyboard, and the HTML of the next page load has both', async () => {
    const { page } = guest
    await tabTo(page, /language and appearance/)
    await press(page, 'Enter')
    const language = page.getByRole('combobox', { name: 'Language' })
    await language.waitFor()
    await press(page, 'Tab')
    expect(await language.evaluate((element) => element === document.activeElement)).toBe(true)
    await press(page, 'Tab', 'ArrowRight')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    await press(page, 'ArrowRight')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.locator('meta[name=theme-color]').first().getAttribute('content')).toBe('#12100e')
    await language.selectOption('ja')
    await page.getByRole('heading', { name: '新着のサービス' }).waitFor()
    await press(page, 'Escape')
    expect((await focused(page)).name).toMatch(/言語と表示/)

    const html = (await (await page.reload())!.text()).replace(/>\s+</g, '><')
    expect(html).toContain('<html lang="ja" data-theme="dark">')
    expect(html).toMatch(/<meta name="theme-color" content="#12100e" media="\(prefers-color-scheme: light\)">/)
    await page.getByRole('heading', { name: '新着のサービス' }).waitFor()
    // `hl` in the address replaces the stored choice.
    await page.goto('/?hl=en')
    await page.getByRole('heading', { name: 'New services' }).waitFor()
    await page.goto('/about')
    await page.getByRole('heading', { level: 1, name: 'About Warren' }).waitFor()
  })

  test('closes a dialog with the browser’s back button; a closed dialog leaves no entry in the history', async () => {
    const { page } = guest
    await page.goto('/news/')
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await dialog(page, /Log in/).waitFor()
    // The dialog adds its entry a moment after it has opened.
    await page.waitForFunction(() => (history.state as { dialog?: true } | null)?.dialog)
    await page.goBack()
    await dialog(page, /Log in/).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/news/')
    // A dialog that is closed in another way leaves no history entry either.
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await dialog(page, /Log in/)
      .getByRole('button', { name: 'Close' })
      .click()
    await dialog(page, /Log in/).waitFor({ state: 'detached' })
    await page.waitForFunction(() => !(history.state as { dialog?: true } | null)?.dialog)
    await page.goBack()
    await page.waitForURL(`${url}/`)
  })

  test('uses the menu of a small window and its dialogs by keyboard', async () => {
    const { page } = guest
    await page.setViewportSize({ width: 390, height: 844 })
    await tabTo(page, /^Menu$/)
    await press(page, 'Enter')
    const menu = dialog(page, 'Menu')
    await menu.waitFor()
    await expectFocusInDialog(page)
    await tabTo(page, /^Share$/)
    await press(page, 'Enter')
    await dialog(page, 'Share').waitFor()
    await expectFocusInDialog(page)
    expect(await dialog(page, 'Share').getByRole('listitem').count()).toBe(6)
    await page.goBack()
    await dialog(page, 'Share').waitFor({ state: 'detached' })
    await menu.waitFor()
    expect((await focused(page)).name).toBe('Share')
    await press(page, 'Escape')
    await menu.waitFor({ state: 'detached' })
    expect((await focused(page)).name).toBe('Menu')
    await press(page, 'Enter')
    await menu.waitFor()
    await tabTo(page, /^About Warren$/)
    await press(page, 'Enter')
    await dialog(page, 'About Warren').waitFor()
    await expectFocusInDialog(page)
    await tabTo(page, /^Questions and answers$/)
    await press(page, 'Enter')
    await page.waitForURL('**/faq/')
    await dialog(page, /./).waitFor({ state: 'detached' })
    // The page replaces the dialog's history entry, so one step back is the previous page.
    await page.goBack()
    await page.waitForURL(`${url}/`)
    // A window that becomes wide shows the sidebar instead.
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.waitFor()
    await page.setViewportSize({ width: 1200, height: 800 })
    await menu.waitFor({ state: 'detached' })
  })
})

test.describe('a signed-in member', () => {
  test('moves through the account menu by arrow keys and closes it by Escape', async () => {
    const { page } = ben
    await page.goto('/news/')
    const opener = page.getByRole('button', { name: 'Your account' })
    await opener.focus()
    await press(page, 'ArrowDown')
    await page.getByRole('button', { name: 'Log out' }).waitFor()
    const focusedNames = [(await focused(page)).name]
    for (let step = 0; step < 8; step++) {
      await press(page, 'ArrowDown')
      focusedNames.push((await focused(page)).name)
    }
    const entries = [
      'Profile',
      'Post a service',
      'Become a creator',
      'Add an e-mail address',
      'Saved',
      'Settings',
      'Network',
      'Questions and answers',
      'Log out',
    ]
    expect(focusedNames).toEqual(entries)
    await press(page, 'Escape')
    expect((await focused(page)).name).toBe('Your account')
    expect(await page.locator(':popover-open').count()).toBe(0)
  })

  test('sees the wallet’s network and the unsupported networks', async () => {
    const { page } = ben
    await page.goto('/news/')
    await page.getByRole('button', { name: 'Your account' }).focus()
    await press(page, 'ArrowDown')
    await tabTo(page, /^Network$/)
    await press(page, 'Enter')
    const network = dialog(page, 'Network')
    await network.getByText('Demo buyer is on Local chain, the right network.').waitFor()
    await expectFocusInDialog(page)
    expect(await network.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/Local chain.*In use here/),
      ...['Base', 'Ethereum', 'Polygon'].map((name) => expect.stringMatching(new RegExp(`${name}.*Not supported`))),
    ])
    await press(page, 'Escape')
    await waitForNoDialog(page)
    expect((await focused(page)).name).toBe('Your account')
  })

  test('opens the account menu by hovering too, and the picture leads to the profile', async () => {
    const { page } = ben
    await page.goto('/news/')
    const face = page.getByRole('link', { name: 'Your profile' })
    // The menu appears under a mouse that does not move, as when a dialog above it is closed.
    await face.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
    expect(await page.getByRole('button', { name: 'Log out' }).isVisible()).toBe(false)
    await face.hover()
    await page.getByRole('button', { name: 'Log out' }).waitFor()
    // A press does not close a menu that hovering has opened.
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).waitFor()
    await page.mouse.move(400, 700)
    await page.getByRole('button', { name: 'Log out' }).waitFor({ state: 'hidden' })
    await face.click()
    await page.waitForURL('**/profile/')
  })

  test('has wallet, network and country stored in the browser, and a link to the wallet only with a Base wallet', async () => {
    const { page } = ben
    await page.goto('/news/')
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    const stored = await page.evaluate(() => ['wallet', 'chain', 'geoip'].map((name) => localStorage.getItem(`warren.${name}`)))
    expect(stored).toEqual(['local.warren.buyer', '31337', expect.stringMatching(/^\{.*\}$/)])
    const wallet = page.getByRole('banner').getByRole('link', { name: 'Wallet' })
    expect(await wallet.count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('warren.wallet', 'app.base.account'))
    await page.reload()
    await wallet.waitFor()
    expect(await wallet.count()).toBe(1)
    expect(await wallet.getAttribute('href')).toBe('https://account.base.app/')
    await page.evaluate(() => localStorage.setItem('warren.wallet', 'local.warren.buyer'))
  })

  test('has no errors in the browser’s console', () => expect(ben.consoleErrors).toEqual([]))
})

test.describe('a guest at an address that needs a login', () => {
  let guest: UserBrowser
  test.beforeAll(async () => {
    guest = await openUserBrowser()
  })
  test.afterAll(() => guest.context.close())
  for (const path of ['/profile/', '/list/', '/list/services', '/login/', '/?ha=login', '/services/?ha=login']) {
    test(`${path} asks for a login; closing the dialog leads to a public page, and the back button then leads to the previous page`, async () => {
      const { page } = guest
      await page.goto('/about')
      await page.goto(path)
      await dialog(page, /Log in/).waitFor()
      await press(page, 'Escape')
      await dialog(page, /Log in/).waitFor({ state: 'detached' })
      const to = path.startsWith('/services') ? '/services/' : '/'
      await page.waitForURL(url + to)
      await page.getByRole('heading', { level: 1, name: /Good work/ }).waitFor()
      await page.goBack()
      await page.waitForURL('**/about')
    })
  }
})

test.describe('the bar', () => {
  test('keeps its controls in place when the count of carrots arrives', async () => {
    const { page } = ben
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/getCarrots', async (route) => {
      await held
      await route.fulfill({ json: { carrots: 1240, claimable: 0, nextAt: Date.now() } })
    })
    await page.goto('/news/')
    await page.getByRole('button', { name: 'Your account' }).waitFor()
    const places = () =>
      page.locator('header :is(a, button, input)').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    const before = await places()
    answer()
    await page.getByRole('button', { name: '1,240 carrots' }).waitFor()
    expect(await places()).toEqual(before)
    await page.unroute('**/api/auth/getCarrots')
  })

  let guest: UserBrowser
  test.beforeAll(async () => {
    guest = await openUserBrowser()
  })
  test.afterAll(() => guest.context.close())
  const HEIGHTS = [
    [320, 150],
    [768, 150],
    [769, 80],
    [1024, 80],
    [1440, 80],
  ] as const

  for (const [who, path] of [
    ['a guest', '/'],
    ['a guest', '/faq/'],
    ['a member', '/'],
    ['a member', '/faq/'],
  ] as const) {
    test(`of ${who} at ${path} is 150 px high in windows of up to 768 px and 80 px in wider ones, and nothing overflows`, async () => {
      const { page } = who === 'a guest' ? guest : ben
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      if (who === 'a member') await page.getByRole('button', { name: 'Your account' }).waitFor()
      const bar = page.getByRole('banner')
      for (const [width, height] of HEIGHTS) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(async () => (await bar.boundingBox())!.height, { message: `at ${width}`, timeout: 10_000 }).toBe(height)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  }

  for (const width of [320, 390]) {
    test(`of a member with a Base wallet fits a window of ${width} px, and the menu leads to the wallet`, async () => {
      const { page } = ben
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/faq/')
      await page.evaluate(() => localStorage.setItem('warren.wallet', 'app.base.account'))
      await page.reload()
      await page.getByRole('button', { name: 'Your account' }).click()
      const wallet = page.getByRole('banner').getByRole('link', { name: 'Wallet' })
      await wallet.waitFor()
      expect(await wallet.count()).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const [bar, face] = [
        (await page.getByRole('banner').boundingBox())!,
        (await page.getByRole('button', { name: 'Your account' }).boundingBox())!,
      ]
      expect(face.x + face.width).toBeLessThanOrEqual(bar.width)
      await page.evaluate(() => localStorage.setItem('warren.wallet', 'local.warren.buyer'))
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.reload()
    })
  }

  test('is transparent over the banner picture until the page is scrolled by more than 50 px, and dark after that', async () => {
    const { page } = ben
    const bar = page.getByRole('banner')
    const look = async (to: number) => {
      await page.evaluate((top) => scrollTo(0, top), to)
      await page.waitForFunction((scrolled) => document.querySelector('header')!.dataset.scrolled === String(scrolled), to > 50)
      // Waits until the colour has faded in.
      await bar.evaluate((element) => Promise.allSettled(element.getAnimations().map(({ finished }) => finished)))
      return bar.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).colorScheme])
    }
    // Without a banner picture the bar is not transparent.
    expect((await look(0))[1]).not.toBe('dark')
    expect(await look(200)).toEqual(['rgba(0, 0, 0, 0.75)', 'dark'])
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await look(51)).toEqual(['rgba(0, 0, 0, 0.75)', 'dark'])
    expect(await look(50)).toEqual(['rgba(0, 0, 0, 0)', 'dark'])
    expect(await look(0)).toEqual(['rgba(0, 0, 0, 0)', 'dark'])
  })
})

test.describe('a dialog', () => {
  test('over a themed event page uses the reader’s theme', async () => {
    const { context, page } = await openUserBrowser()
    await page.emulateMedia({ colorScheme: 'light' })
    const { services } = (await (await fetchPath('/api/listings/query?type=EVENTS')).json()) as {
      services: { id: number; event: { theme: string } }[]
    }
    await page.goto(`/events/${services.find(({ event }) => event.theme === 'COSMOS')!.id}`)
    await page.locator('[data-look=COSMOS]').first().waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    const colours = (element: Element) => [getComputedStyle(element).colorScheme, getComputedStyle(element).getPropertyValue('--paper')]
    await dialog(page, 'Share').waitFor()
    expect(await dialog(page, 'Share').evaluate(colours)).toEqual(await page.locator('html').evaluate(colours))
    await context.close()
  })
})

test('an event page has the title in the event’s theme and everything else in the reader’s, for every theme', async () => {
  const { context, page } = await openUserBrowser()
  const { services } = (await (await fetchPath('/api/listings/query?type=EVENTS')).json()) as {
    services: { id: number; event: { theme: Theme } }[]
  }
  const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
  for (const theme of THEMES) {
    await page.goto(`/events/${services.find(({ event }) => event.theme === theme)!.id}`)
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    const seen = { title: new Set<string>(), body: new Set<string>() }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const body = await colour(page.locator('body'))
      seen.title.add(await colour(title))
      seen.body.add(body)
      expect(await colour(page.getByRole('complementary', { name: 'Places' }))).toBe(body)
      expect(await colour(page.getByRole('heading', { name: 'About this event' }))).toBe(body)
    }
    expect([seen.title.size, seen.body.size], theme).toEqual([1, 2])
  }
  await context.close()
})

test('the current navigation entry stays readable on hover, in both themes', async () => {
  const { page } = ben
  const faint: string[] = []
  await ben.context.addCookies([{ name: 'side', value: '2', url }])
  for (const [path, width] of [
    ['/', 1440],
    ['/jobs/', 1440],
    ['/faq/', 1440],
    ['/news/', 1440],
    ['/search/userId', 1440],
    ['/list/services', 1440],
    ['/', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      for (const element of await page.locator(`${CHOSEN}:visible`).all()) {
        if ((await element.textContent())?.trim() === '') continue
        await element.hover()
        const contrast = await contrastOf(element)
        if (contrast < 4.5) faint.push(`${path} at ${width}, ${theme}: ${(await element.textContent())?.trim()}: ${contrast.toFixed(2)}`)
      }
    }
  }
  await ben.context.clearCookies({ name: 'side' })
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(faint).toEqual([])
})
