import exifr from 'exifr'
import { createPublicClient, type Hex, http } from 'viem'
import { cameraPhoto } from '../../workers/local/seed/camera-photo.ts'
import { ADMIN, BUYER, TREASURY } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { balancesOf, configOf } from './money.ts'
import { buy, changeOrder, deliver, orderWithStatus, signIn, waitForNoDialog } from './steps.ts'
import { rpcUrl, url } from './world.ts'

/**
 * An order in two browsers: find, publish, pay, chat, deliver, release. The seller uses the wallet of
 * the demo admin, who has no name yet in a new world, so the test covers a new member's steps.
 */
const USD = 1_000_000n
const PRICE = 120n * USD
const TITLE = 'Hand-lettered shop signs, painted and photographed'
const CARD = 'A sign for your shop front, lettered by hand.'
const MAIN =
  'I letter signs by hand with enamel on birch, after three sketches you choose from. You get the sign itself, photos for your site, and a drawing your printer can use.'

let seller: UserBrowser
let buyer: UserBrowser
let servicePath = ''
let orderPath = ''
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  seller = await openUserBrowser({ motion: true })
  buyer = await openUserBrowser({ motion: true })
})
test.afterAll(closeUserBrowsers)

test('a visitor sees listings, changes the language, and finds services in both languages', async () => {
  const { page } = buyer
  await page.goto('/')
  await page.getByRole('heading', { name: 'New services' }).waitFor()
  expect(await page.getByRole('article').count()).toBeGreaterThan(8)

  await page.getByRole('searchbox').fill('logo')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('heading', { name: 'Results for “logo”' }).waitFor()
  await page.getByRole('heading', { name: /Logo and identity for small studios/ }).waitFor()
  await page.getByRole('heading', { name: /Mix and master/ }).waitFor({ state: 'detached' })

  await page.getByRole('searchbox').fill('デザイン')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('heading', { name: 'Results for “デザイン”' }).waitFor()
  await page.getByRole('heading', { name: /ロゴと名刺をデザイン/ }).waitFor()
  expect(await page.getByRole('heading', { name: /Mix and master/ }).count()).toBe(0)

  await page.goto('/?hl=ja')
  await page.getByRole('heading', { name: '新着のサービス' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  await page.goto('/?hl=en')
  await page.getByRole('heading', { name: 'New services' }).waitFor()
})

test('a new member signs in, enters a name and publishes a service with a photo', async () => {
  const { page } = seller
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).origin)
  })
  await page.goto('/')
  await signIn(page, 'admin')
  // In a world that is used again, the member already has the name.
  const isNamed = await page.evaluate(async () => {
    const { user_id } = (await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }
    const { profile } = (await (await fetch(`/api/auth/getProfile?userId=${user_id}`)).json()) as { profile: { name: string } | null }
    return Boolean(profile?.name)
  })
  await page.getByRole('button', { name: 'Post a service' }).click()
  await page.getByRole('heading', { name: 'Post a service' }).waitFor()
  const naming = page.getByRole('dialog', { name: 'What’s your name?' })
  if (!isNamed) {
    await naming.getByLabel('Name').fill('Mio Sato')
    await naming.getByRole('button', { name: 'Save' }).click()
    await naming.waitFor({ state: 'detached' })
  }

  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Title', { exact: true }).fill(TITLE)
  await page.getByLabel('Card description').fill(CARD)
  await page.getByRole('textbox', { name: 'Main description' }).fill(MAIN)
  await page.getByLabel('Price', { exact: true }).fill('120')
  await page.getByLabel('What’s included').fill('One sign up to 60 cm, lettered in one colour.')

  const photo = cameraPhoto({ orientation: 6 })
  expect(photo.byteLength).toBeGreaterThan(5_000_000)
  expect(await exifr.gps(photo)).toBeDefined()
  const progress = page.getByRole('progressbar').waitFor()
  await page.locator('input[type=file][multiple]').setInputFiles({ name: 'DSC00042.JPG', mimeType: 'image/jpeg', buffer: photo })
  await progress
  await page.getByRole('listitem').locator('[data-media] img, img').first().waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(puts).toHaveLength(1)
  expect(puts[0]).not.toBe(url)

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  servicePath = new URL(page.url()).pathname
  expect(servicePath).toMatch(/^\/services\/\d+\/hand-lettered-shop-signs/)

  const media = /\/media\/([\w-]+)\//.exec((await page.locator('img[src*="/media/"]').first().getAttribute('src')) ?? '')?.[1]
  for (const width of [320, 640, 1280]) {
    const answer = await fetch(`${url}/media/${media}/${width}.webp`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(bytes.byteLength).toBeLessThan(photo.byteLength / 10)
    expect(await exifr.parse(bytes).catch(() => undefined)).toBeUndefined()
    expect(bytes.includes('Exif')).toBe(false)
  }
})

test('the buyer sees the price and the fee and pays into the escrow; buyer and seller see the order', async () => {
  const { page } = buyer
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto(servicePath)
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await page.getByText('the seller receives 108.00 USDC').first().waitFor()

  await page.getByRole('button', { name: 'Continue with $120' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay 120.00 USDC into escrow' })
  await dialog.getByText('108.00 USDC').waitFor()
  await dialog.getByText('12.00 USDC').waitFor()
  // The steps and the button are visible without scrolling.
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(dialog.getByRole('button', { name: 'Pay 120.00 USDC' })).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('list', { name: 'Progress of the payment' })).toBeInViewport({ ratio: 1 })
    // On a laptop, so is how the escrow works.
    if (width > 390) await expect(dialog.getByText(/^Delivered, but not as agreed\?/)).toBeInViewport({ ratio: 1 })
  }
  // No step of the payment is marked before it begins.
  expect(await dialog.locator('[aria-current=step]').count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const { usdc, orderBook } = await configOf()
  const before = await balancesOf(rpcUrl, usdc, { buyer: BUYER.address, escrow: orderBook })
  await buy(page)
  orderPath = new URL(page.url()).pathname
  expect(orderPath).toMatch(/^\/orders\/[\w-]{22}\/[\w-]{22}$/)
  await orderWithStatus(page, 'Requested').waitFor()
  // The notice about the payment does not cover the button.
  await page.getByText('Order request made successfully').waitFor()
  await page.getByRole('button', { name: 'Send' }).click({ trial: true, timeout: 3000 })
  // The receipt is on the page that the payment leads to, and stays after a reload.
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await receipt.getByRole('heading', { name: 'You paid 120.00 USDC into escrow' }).waitFor()
  // The hash is among the closed details.
  await receipt.getByText('Technical details').click()
  const hash = (await receipt.getByText(/^0x[0-9a-f]{64}$/).textContent()) as Hex
  const { logs } = await createPublicClient({ transport: http(rpcUrl) }).getTransactionReceipt({ hash })
  expect(logs.map(({ address }) => address)).toContain(orderBook.toLowerCase())
  // The local chain has no block explorer, so the hash is a text to copy.
  expect(await receipt.getByRole('link').count()).toBe(0)
  await receipt.getByRole('button', { name: 'Copy the transaction’s hash' }).waitFor()
  await page.reload()
  await receipt.getByText('Mio Sato').waitFor()
  const after = await balancesOf(rpcUrl, usdc, { buyer: BUYER.address, escrow: orderBook })
  expect(before.buyer - after.buyer).toBe(PRICE)
  expect(after.escrow - before.escrow).toBe(PRICE)

  await seller.page.goto('/orders/')
  await seller.page.getByRole('tab', { name: /Requests/, selected: true }).waitFor()
  await seller.page.getByRole('link', { name: new RegExp(TITLE) }).click()
  await orderWithStatus(seller.page, 'Requested').waitFor()
})

test('messages arrive without a reload, and the messenger shows the same conversation', async () => {
  const [one, two] = [buyer.page, seller.page]
  await one.getByRole('textbox', { name: /Write to/ }).fill('Could the letters lean a little?')
  await one.getByRole('textbox', { name: /Write to/ }).press('Enter')
  await two.getByText('Could the letters lean a little?').waitFor()
  await two.getByRole('textbox', { name: /Write to/ }).fill('もちろんです。Ten degrees?')
  await two.getByRole('button', { name: 'Send' }).click()
  await one.getByText('もちろんです。Ten degrees?').waitFor()

  const room = orderPath.split('/').at(-1)!
  await one.goto('/messenger/')
  await one.getByRole('link', { name: /もちろんです/ }).click()
  await one.waitForURL(`**/messenger/${room}`)
  await one.getByText('Could the letters lean a little?').waitFor()
  // Back to the page that the payment has led to.
  for (const path of ['/messenger/', orderPath]) {
    await one.goBack()
    await one.waitForURL(`**${path}`)
  }
  await one.getByText('もちろんです。Ten degrees?').waitFor()
})

test('on a phone a message counts as read only when the conversation is visible', async () => {
  const [one, two] = [buyer.page, seller.page]
  const unread = () =>
    two.evaluate(async (order) => {
      const answer = await fetch('/api/chat/getConversations')
      const { conversations } = (await answer.json()) as { conversations: { unread: number; metadata: { orderId: string } }[] }
      return conversations.find(({ metadata }) => order.includes(metadata.orderId))?.unread
    }, orderPath)
  // Leaves the order first, because a wide screen shows the conversation beside it.
  await two.goto('/orders/')
  await two.setViewportSize({ width: 390, height: 844 })
  const socketOpened = two.waitForEvent('websocket', (opened) => opened.url().includes('/rooms/'))
  await two.goto(orderPath)
  const socket = await socketOpened
  const arrived = socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Is Friday possible?'))
  await one.getByRole('textbox', { name: /Write to/ }).fill('Is Friday possible?')
  await one.getByRole('textbox', { name: /Write to/ }).press('Enter')
  await arrived
  await expect.poll(unread).toBe(1)
  // The message stays unread after a re-render.
  await two.getByRole('article', { name: 'Order' }).getByText('Receipt').click()
  expect(await unread()).toBe(1)
  const read = socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('"read"'))
  await two.locator('label', { hasText: 'Conversation' }).click()
  await read
  await expect.poll(unread).toBe(0)
  await two.setViewportSize({ width: 1440, height: 900 })
})

/** Shorter than the minute after which the cron repeats a push that failed. */
const PUSHED = { timeout: 20_000 }

test('both parties see each step (accept, deliver, release) without a reload, and the seller gets 90% of the price and the platform 10%', async () => {
  const { usdc, orderBook } = await configOf()
  const accounts = { seller: ADMIN.address, buyer: BUYER.address, treasury: TREASURY, escrow: orderBook }
  const before = await balancesOf(rpcUrl, usdc, accounts)
  const [one, two] = [buyer.page, seller.page]
  let loads = 0
  for (const page of [one, two]) page.on('load', () => loads++)

  await changeOrder(two, /^Accept$/, 'In progress')
  await two.getByText('The order is accepted.').waitFor()
  await two.getByRole('button', { name: 'Send' }).click({ trial: true, timeout: 3000 })
  // On a phone, accepting opens the conversation.
  await two.setViewportSize({ width: 390, height: 844 })
  await two.getByRole('button', { name: 'Send' }).click({ trial: true, timeout: 3000 })
  await two.locator('label', { hasText: /^Order$/ }).click()
  await two.setViewportSize({ width: 1440, height: 900 })
  await orderWithStatus(one, 'In progress').waitFor(PUSHED)
  // The receipt on top was about the payment, and is at the end of the order now.
  expect(await one.getByRole('heading', { name: 'You paid 120.00 USDC into escrow' }).count()).toBe(0)
  await deliver(two, 'Here is your logo.')
  await orderWithStatus(one, 'Delivered').waitFor(PUSHED)
  const release = one.getByRole('article', { name: 'Order' }).getByRole('button', { name: /^Release/ })
  // In a low window the buttons are below the order instead of in front of it.
  await one.setViewportSize({ width: 320, height: 568 })
  await one.getByRole('heading', { level: 1, name: TITLE }).scrollIntoViewIfNeeded()
  await expect(release).not.toBeInViewport()
  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [1440, 900],
  ] as const) {
    await one.setViewportSize({ width, height })
    // The label is on one line and fully visible.
    expect((await release.boundingBox())!.height).toBeLessThan(48)
    expect(await release.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true)
    await release.click({ trial: true })
  }
  await changeOrder(one, /^Release/, 'Completed')
  await orderWithStatus(two, 'Completed').waitFor(PUSHED)
  for (const page of [one, two]) {
    await page.getByRole('link', { name: 'Invoice' }).waitFor()
    // Only the order scrolls, not the page.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  }
  expect(loads).toBe(0)

  const after = await balancesOf(rpcUrl, usdc, accounts)
  expect(after.seller - before.seller).toBe((PRICE * 9n) / 10n)
  expect(after.treasury - before.treasury).toBe(PRICE / 10n)
  expect(before.escrow - after.escrow).toBe(PRICE)
  expect(after.buyer).toBe(before.buyer)

  await two.goto('/orders/')
  await two.getByRole('tab', { name: /Completed/ }).click()
  await two.getByRole('link', { name: new RegExp(TITLE) }).waitFor()
})

test('the plan of a completed order can be ordered again while the service is published', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: 'Order again' }).click()
  await page.getByRole('dialog', { name: 'Pay 120.00 USDC into escrow' }).getByText('12.00 USDC').waitFor()
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
  const toggle = (enabled: boolean) =>
    seller.page.evaluate(
      async ([path, on]) => {
        const body = JSON.stringify({ serviceId: Number(path.split('/')[2]), listType: 'services', enabled: on })
        await fetch('/api/listings/toggleService', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      },
      [servicePath, enabled] as const,
    )
  await toggle(false)
  await page.reload()
  await page.getByText('This service is no longer available.').waitFor()
  expect(await page.getByRole('button', { name: 'Order again' }).count()).toBe(0)
  await toggle(true)
})

test('the browsers logged no unexpected errors', () => {
  // The service that is no longer offered gets a 404.
  expect([...seller.consoleErrors, ...buyer.consoleErrors].filter((line) => !line.includes('404'))).toEqual([])
})
