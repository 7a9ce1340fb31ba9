import type { Page, Request } from '@playwright/test'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { confirmUntil, orderWithStatus, signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Presses without a connection: the dialog opens or a notice says why not, the page stays, and the action continues once online. */

let ben: UserBrowser
/** Ben's delivered order. */
let path: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ben = await openUserBrowser()
  const { page } = ben
  await page.goto('/')
  await signIn(page, 'buyer')
  path = await ownOrder(page, 4)
})
test.afterAll(closeUserBrowsers)

const order = (page: Page) => page.getByRole('article', { name: 'Order' })
const release = (page: Page) => order(page).getByRole('button', { name: /^Release/ })
const composer = (page: Page) => page.getByRole('textbox', { name: /^Write to/ })
const strip = (page: Page) => page.locator('[data-strip]').filter({ hasText: /^No connection/ })

/** Turns on the browser's data saver, with which the page fetches nothing before it is needed. */
const saveData = (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
const isScript = (request: Request) => request.resourceType() === 'script'

/** The scripts that only a press of "Release" loads. */
async function dialogScripts(): Promise<string[]> {
  const other = await openUserBrowser()
  await addSession(other, (await seedSignIn(url, 2)).cookie)
  await saveData(other.page)
  await other.page.goto(path)
  await release(other.page).waitFor()
  await other.page.waitForLoadState('networkidle')
  const code: string[] = []
  other.page.on('request', (request) => isScript(request) && code.push(request.url()))
  await release(other.page).click()
  await dialog(other.page, 'Release the payment').waitFor()
  await other.context.close()
  return code
}

test('a dialog whose code is loaded opens without a connection, and the payment succeeds once the connection is back', async () => {
  const { context, page } = ben
  // An idle browser prefetches these scripts.
  const code = await dialogScripts()
  expect(code).not.toEqual([])
  const fetched = Promise.all(code.map((file) => page.waitForResponse(file)))
  await page.goto(path)
  await release(page).waitFor()
  await fetched
  await page.waitForLoadState('networkidle')
  await composer(page).fill('Half a sentence that')
  await context.setOffline(true)
  await strip(page).waitFor()
  await release(page).click()
  await dialog(page, 'Release the payment').waitFor()
  // The dialog covers the notice of the page, so the dialog has its own.
  await dialog(page, 'Release the payment')
    .getByText(/^No connection/)
    .waitFor()
  await dialog(page, 'Release the payment').getByRole('button', { name: 'Release' }).click()
  await dialog(page, 'Release the payment').getByRole('alert').waitFor()
  await context.setOffline(false)
  await strip(page).waitFor({ state: 'detached' })
  await dialog(page, 'Release the payment').getByRole('button', { name: 'Release' }).click()
  await confirmUntil(page, orderWithStatus(page, 'Completed'))
  expect(await composer(page).inputValue()).toBe('Half a sentence that')
})

test('a notice is shown if the code of a dialog cannot be loaded; the dialog opens after a retry, and typed text stays', async () => {
  const { page } = ben
  await waitForNoDialog(page)
  await page.goto('/orders/')
  const path = await ownOrder(page, 6)
  await saveData(page)
  await page.goto(path)
  await composer(page).fill('Half a sentence that')
  await page.waitForLoadState('networkidle')
  await page.route('**', (route) => (isScript(route.request()) ? route.abort() : route.continue()))
  await order(page).getByRole('button', { name: 'Accept 25%' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'This could not be loaded.' })
  await notice.waitFor()
  expect(await order(page).isVisible()).toBe(true)
  await page.unroute('**')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await dialog(page, /^Accept a refund of 25%/).waitFor()
  await notice.waitFor({ state: 'detached' })
  await dialog(page, /^Accept a refund of 25%/)
    .getByRole('button', { name: 'Not now' })
    .click()
  expect(await composer(page).inputValue()).toBe('Half a sentence that')
})

test('a single notice shows that there is no connection, and covers neither the message field nor the menu', async () => {
  const phone = await openUserBrowser({ width: 390, height: 844 })
  const { context, page } = phone
  await addSession(phone, (await seedSignIn(url, 2)).cookie)
  await page.clock.install()
  await page.goto('/orders/')
  const room = (await ownOrder(page, 1)).split('/').at(-1)
  await page.goto(`/messenger/${room}`)
  await composer(page).waitFor()
  await context.setOffline(true)
  await strip(page).waitFor()
  // Longer than the conversation waits before it shows a lost connection.
  await page.clock.runFor(5000)
  const texts = await page.getByText(/offline|no connection|reconnecting/i).allInnerTexts()
  expect(texts).toHaveLength(1)
  const box = async (what: ReturnType<typeof composer>) => (await what.boundingBox())!
  const [bar, field, below] = [
    await box(strip(page)),
    await box(composer(page)),
    await box(page.getByRole('navigation', { name: 'Your menu' })),
  ]
  expect(field.y + field.height).toBeLessThanOrEqual(bar.y)
  expect(bar.y + bar.height).toBeLessThanOrEqual(below.y + 1)
  await context.close()
})

test.describe('the app without a connection', () => {
  test('keeps the page and shows a notice, which disappears once the connection is back', async () => {
    const { context, page } = await openUserBrowser()
    await page.goto('/')
    await page.getByRole('heading', { name: 'New services' }).waitFor()
    const notice = page.getByText(/^No connection/)
    await context.setOffline(true)
    await notice.waitFor()
    await page.getByRole('heading', { name: 'New services' }).waitFor()
    await context.setOffline(false)
    await notice.waitFor({ state: 'detached' })
    await context.close()
  })

  test('detects an unreachable server although the device is online, and repeats failed requests', async () => {
    const { context, page } = await openUserBrowser()
    await page.goto('/faq/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await context.route(/\/api\/|robots\.txt/, (route) => route.abort())
    await page.getByRole('link', { name: 'Services' }).click()
    await page.getByText(/^No connection/).waitFor()
    await page.getByRole('alert').getByText('The server could not be reached').waitFor()
    await context.unroute(/\/api\/|robots\.txt/)
    await page.getByText(/^No connection/).waitFor({ state: 'detached' })
    await page.getByRole('article').first().waitFor()
    await context.close()
  })
})

/** The path of the signed-in member's oldest order with this status. It is from the seed data, because orders of journeys are newer. */
const ownOrder = (page: Page, status: number): Promise<string> =>
  page.evaluate(async (wanted) => {
    const { orders } = (await (await fetch('/api/orders/getMyOrders')).json()) as {
      orders: { id: string; room: string; status_: number }[]
    }
    const { id, room } = orders.findLast(({ status_ }) => status_ === wanted)!
    return `/orders/${id}/${room}`
  }, status)
