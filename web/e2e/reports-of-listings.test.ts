import { type Session, signIn as signInWith, upload } from '../../workers/local/seed/client.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft, fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { interfaceText, signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** A member reports a service on a wide screen in English, and its owner on a phone in Japanese; an admin decides. */

/** Wallets that no other test uses. */
const [OWNER, MEMBER] = [140, 141]
const TITLE = 'Logos at half price'

let seller: Session
let path: string
let owner: UserBrowser
let member: UserBrowser
let phone: UserBrowser
let admin: UserBrowser

const reported = (name: string) => admin.page.getByRole('main').getByRole('article', { name })
const openTab = (name: string) => admin.page.getByRole('tab', { name }).click()
const decide = (name: string, button: string) => reported(name).getByRole('button', { name: button, exact: true }).click()

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  seller = await signInWith(url, OWNER)
  await seller.post('auth/addProfile', { profile: { name: 'Jun Ota', title: 'Logos', description: 'I draw logos.' } })
  const product = draft(await upload(seller, 'island'), { title: TITLE })
  const { id } = await seller.post<{ id: number }>('listings/addService', { product })
  path = `/services/${id}/logos-at-half-price`
  const reporter = await signInWith(url, MEMBER)
  await reporter.post('auth/addProfile', { profile: { name: 'Rei Abe', title: '', description: '' } })
  owner = await openUserBrowser({ width: 390, height: 844 })
  phone = await openUserBrowser({ width: 390, height: 844 })
  member = await openUserBrowser()
  admin = await openUserBrowser()
  for (const { context } of [owner, phone]) await context.addCookies([{ name: 'hl', value: 'ja', url }])
  await addSession(owner, seller.cookie)
  for (const browser of [phone, member]) await addSession(browser, reporter.cookie)
})
test.afterAll(closeUserBrowsers)

test('a member reports a service and, on a phone in Japanese, a person', async () => {
  const { page } = member
  await page.goto(path)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Report this listing' }).click()
  const form = dialog(page, 'Report this listing')
  await form.getByRole('button', { name: 'Send the report' }).click()
  await form.getByText('Please choose a reason.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await form.getByLabel('Fraud, or payment outside of this site').check()
  await form.getByLabel('What should the team know?').fill('Asks to be paid elsewhere.')
  await form.getByRole('button', { name: 'Send the report' }).click()
  await waitForNoDialog(page)

  await phone.page.goto(`/profile/${seller.id}`)
  await phone.page.getByRole('button', { name: 'その他の操作' }).click()
  await phone.page.getByRole('button', { name: 'この会員を通報する' }).click()
  const personForm = dialog(phone.page, 'この会員を通報する')
  await personForm.getByRole('radio').first().check()
  expect(await findDialogViolations(phone.page)).toEqual([])
  expect(await interfaceText(phone.page)).not.toMatch(/Report|Send/)
  await personForm.getByRole('button', { name: '通報を送る' }).click()
  await waitForNoDialog(phone.page)
})

test('the owner of a listing cannot report it', async () => {
  await owner.page.goto(path)
  await owner.page.getByText('あなたの出品です。').waitFor()
  await expect(owner.page.getByRole('button', { name: 'その他の操作' })).toHaveCount(0)
})

test('an admin hides the service: it vanishes for others, and its owner is notified and cannot publish it', async () => {
  await admin.page.goto('/admin/reports')
  await signIn(admin.page, 'admin')
  // The first kind with open reports; other journeys may have reported something else.
  await admin.page.waitForURL(/\?kind=/)
  await openTab('Listings')
  const listing = reported('Listing by Jun Ota')
  await listing.getByText('Asks to be paid elsewhere.').waitFor()
  await openTab('Members')
  await reported('Member Jun Ota').waitFor()
  await expect(reported('Listing by Jun Ota')).toHaveCount(0)
  expect(await findViolations(admin.page)).toEqual([])
  await admin.page.goBack()
  await expect(admin.page.getByRole('tab', { name: /^Listings \d/ })).toHaveAttribute('aria-selected', 'true')
  const open = admin.page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link', { name: 'Reports' })
  await expect(open).toHaveAccessibleDescription(/^\d+\+? open$/)
  await decide('Listing by Jun Ota', 'Hide it')
  await listing.getByRole('button', { name: 'Show it again' }).waitFor()
  await openTab('Members')
  await reported('Member Jun Ota').getByText('I draw').first().waitFor()
  // What was changed after the page was loaded is shown first.
  await seller.post('auth/addProfile', { profile: { name: 'Jun Ota', title: 'Logos and signs', description: 'I draw logos.' } })
  await decide('Member Jun Ota', 'Dismiss')
  await admin.page.getByText('This has changed in the meantime. It is shown as it is now. Check it, and decide again.').waitFor()
  await reported('Member Jun Ota').getByText('Logos and signs').waitFor()
  await decide('Member Jun Ota', 'Hide the profile')
  await reported('Member Jun Ota').getByRole('button', { name: 'Show it again' }).waitFor()
  expect(await findViolations(admin.page)).toEqual([])

  await expect.poll(async () => (await fetchPath(path)).status).toBe(404)
  await member.page.goto(path)
  await member.page.getByRole('heading', { name: 'This service is not available' }).waitFor()
  const found = await fetchPath(`/api/listings/query?type=services&text=${encodeURIComponent(TITLE)}`)
  expect(await found.text()).not.toContain(TITLE)

  const { page } = owner
  await page.goto('/notifications/')
  await page.getByRole('main').getByRole('link', { name: '通報を受けて、運営があなたの出品を非公開にしました。' }).click()
  await page.getByText('通報を受けて、運営がこの出品を非公開にしました。').waitFor()
  await expect(page.getByRole('switch')).toBeDisabled()
  expect(await findViolations(page)).toEqual([])
  const publish = seller.post('listings/toggleService', { serviceId: Number(path.split('/')[2]), enabled: true })
  await expect(publish).rejects.toThrow('listing_hidden')
})

test('others see only the name and the country of the hidden profile, and its owner changes it', async () => {
  const person = `/profile/${seller.id}`
  await expect.poll(async () => (await fetchPath(person)).text()).not.toContain('Logos and signs')
  expect(await (await fetchPath(person)).text()).toContain('<meta name="robots" content="noindex"')
  await member.page.goto(person)
  await member.page.getByText('The team has hidden this profile after a report.').waitFor()
  await member.page.getByRole('heading', { level: 1, name: 'Jun Ota' }).waitFor()
  await expect(member.page.getByText('I draw logos.')).toHaveCount(0)
  expect(await findViolations(member.page)).toEqual([])
  await phone.page.goto(person)
  await phone.page.getByText('通報を受けて、運営がこのプロフィールを非公開にしました。').waitFor()

  const { page } = owner
  await page.goto('/notifications/')
  const hidden = '通報を受けて、運営があなたのプロフィールを非公開にしました。'
  const link = page.getByRole('main').getByRole('link', { name: hidden })
  // Other notifications without a title are about orders.
  await expect(link).not.toContainText('注文')
  await link.click()
  await page.getByRole('alert').filter({ hasText: hidden }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.locator('input[name="title"]').fill('Signs only')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('プロフィールを更新しました').waitFor()
})

test('the admin shows the profile again, as it is after a change', async () => {
  await decide('Member Jun Ota', 'Show it again')
  await reported('Member Jun Ota').getByText('Signs only').waitFor()
  await decide('Member Jun Ota', 'Show it again')
  await expect(reported('Member Jun Ota')).toHaveCount(0)
  // By mistake: it is hidden again without another report.
  await admin.page.getByRole('button', { name: 'Undo' }).click()
  await admin.page.getByText('It is hidden now.').waitFor()
  await decide('Member Jun Ota', 'Show it again')
  await expect(reported('Member Jun Ota')).toHaveCount(0)
  await member.page.reload()
  await member.page.getByText('Signs only').waitFor()
  await expect(member.page.getByText('The team has hidden this profile')).toHaveCount(0)
})

test('the admin shows the service again: it is public as before', async () => {
  await openTab('Listings')
  await decide('Listing by Jun Ota', 'Show it again')
  await expect(reported('Listing by Jun Ota')).toHaveCount(0)
  await expect.poll(async () => (await fetchPath(path)).status).toBe(200)
  await member.page.goto(path)
  await member.page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await owner.page.goto(path)
  await owner.page.getByText('あなたの出品です。').waitFor()
  await expect(owner.page.getByRole('switch')).toBeEnabled()
})
