import { signIn as seedSignIn, upload } from '../../workers/local/seed/client.ts'
import { findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft, register, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Saved listings: a guest who logs in by the heart, lists, a shared link that is ended, and the same in Japanese on a phone. */
let ben: UserBrowser
let guest: UserBrowser
let sharedPath: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;[ben, guest] = [await openUserBrowser(), await openUserBrowser()]
  const seller = await seedSignIn(url, 1)
  await seller.post('listings/addService', { product: draft(await upload(seller, 'island'), { title }) })
})
test.afterAll(closeUserBrowsers)

const ideas = `Ideas ${crypto.randomUUID().slice(0, 8)}`
const title = `A sign to keep ${crypto.randomUUID().slice(0, 8)}`
/** The results that have the listing of this journey. */
const found = `/search/${encodeURIComponent(title)}?kind=services`
const heart = (user: UserBrowser) => user.page.getByRole('button', { name: `Save ${title}` })

test('the heart of a guest opens the login, and then saves', async () => {
  const { page } = ben
  await page.goto(found)
  await expect(heart(ben)).toHaveAttribute('aria-pressed', 'false')
  await heart(ben).click()
  // Otherwise signIn would open the login by the button of the top bar, and nothing would be saved after it.
  await page.getByRole('dialog').getByRole('button', { name: 'Demo buyer' }).waitFor()
  await signIn(page, 'buyer')
  await expect(heart(ben)).toHaveAttribute('aria-pressed', 'true')
  // The heart changes before the server has answered.
  await page.getByRole('button', { name: 'Change list' }).waitFor()
  await page.reload()
  await expect(heart(ben)).toHaveAttribute('aria-pressed', 'true')
})

test('the member moves it to a new list, whose page shows it', async () => {
  const { page } = ben
  await heart(ben).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Change list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save to list' })
  await dialog.getByRole('button', { name: 'New list' }).click()
  await dialog.getByLabel('Name of the list').fill(ideas)
  expect(await findViolations(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await waitForNoDialog(page)
  await page.goto('/saved/')
  await page.getByRole('link', { name: ideas }).click()
  await page.getByRole('heading', { level: 1, name: ideas }).waitFor()
  await page.getByRole('link', { name: title }).waitFor()
  expect(await findViolations(page)).toEqual([])
})

test('a failed save is taken back on screen and says why', async () => {
  const { page } = ben
  await page.goto(found)
  await expect(heart(ben)).toHaveAttribute('aria-pressed', 'true')
  await page.route('**/api/listings/unsaveListing', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'down', requestId: 'x' } } }),
  )
  await heart(ben).click()
  await page.getByRole('alert').waitFor()
  await expect(heart(ben)).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/api/listings/unsaveListing')
})

test('a shared list is read by its link, and no longer after the owner stops sharing', async () => {
  const { page } = ben
  await page.goto('/saved/')
  await page.getByRole('link', { name: ideas }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share the list' })
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  sharedPath = (await dialog.getByLabel('Link').inputValue()).replace(url, '')
  expect(sharedPath).toMatch(/^\/lists\/[\w-]{22}$/)
  await guest.page.goto(sharedPath)
  await guest.page.getByRole('heading', { level: 1, name: ideas }).waitFor()
  await guest.page.getByRole('link', { name: title }).waitFor()
  expect(await guest.page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  await expect(guest.page.getByRole('button', { name: /Rename|Delete|Move/ })).toHaveCount(0)
  expect(await findViolations(guest.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await dialog.getByRole('button', { name: 'Create a link' }).waitFor()
  expect((await guest.page.reload())!.status()).toBe(404)
  await guest.page.getByRole('heading', { name: 'This list is not available' }).waitFor()
})

test('the list is renamed, emptied and deleted', async () => {
  const { page } = ben
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await waitForNoDialog(page)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name of the list').fill(`${ideas} 2`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `${ideas} 2` }).waitFor()
  await waitForNoDialog(page)
  await heart(ben).click()
  await page.getByRole('heading', { name: 'This list is empty' }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete list' }).click()
  await page.getByRole('heading', { level: 1, name: 'Saved' }).waitFor()
  await expect(page.getByRole('link', { name: ideas })).toHaveCount(0)
})

test('in Japanese on a phone, with axe', async () => {
  const phone = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await phone.context.addCookies([{ name: 'hl', value: 'ja', url }])
  const { cookie } = await register('ja')
  await addSession(phone, cookie)
  await send('auth/enableAccount', {}, { cookie })
  const { page } = phone
  await page.goto('/saved/')
  await page.getByRole('heading', { name: '保存した出品はまだありません' }).waitFor()
  await page.goto('/')
  const button = page.getByRole('button', { name: /を保存$/ }).first()
  const box = (await button.boundingBox())!
  expect([box.width, box.height]).toEqual([44, 44])
  await button.click()
  await page.getByText('「保存した出品」に保存しました').waitFor()
  await page.goto('/saved/')
  await page.getByRole('link', { name: /保存した出品/ }).click()
  await page.getByRole('button', { name: /^別のリストに移動/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(phone.consoleErrors).toEqual([])
})
