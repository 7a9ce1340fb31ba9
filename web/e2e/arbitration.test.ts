import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { answerWallet, confirmUntil, orderWithStatus, signIn } from './steps.ts'

/**
 * An arbitrator decides a dispute in a browser of their own, beside those of both parties. Each run has its own title, because the list
 * also contains the disputes of earlier runs.
 */
const TITLE = `A stamp that is disputed ${crypto.randomUUID().slice(0, 8)}`
/** A refund of 33.33% of 120.00 leaves 80.004, and the fees are 15% of that. */
const SUMS = ['39.996 USDC', '12.0006 USDC', '68.0034 USDC', '120.00 USDC']
const REASON = 'Two of the three drafts are usable.\nThe vector files are missing.'

let ben: UserBrowser
let aiko: UserBrowser
let admin: UserBrowser
let orderPath: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  orderPath = await createOrder(TITLE, [
    { do: 'accept' },
    { do: 'deliver' },
    { do: 'dispute', refund: 6000 },
    { do: 'counter', refund: 2500 },
  ])
  ben = await openUserBrowser()
  aiko = await openUserBrowser({ width: 390, height: 844 })
  admin = await openUserBrowser()
  for (const [{ page }, role] of [
    [ben, 'buyer'],
    [aiko, 'seller'],
  ] as const) {
    await page.goto('/')
    await signIn(page, role)
    await page.goto(orderPath)
    await orderWithStatus(page, 'Disputed').waitFor()
  }
})
test.afterAll(closeUserBrowsers)

const form = (page: Page) => page.getByRole('form', { name: 'Decision' })
const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })

test('only the account menu of an admin has a link to the admin panel, which leads to the disputes', async () => {
  const openMenu = async (page: Page, role: 'buyer' | 'admin') => {
    await page.goto('/')
    await signIn(page, role)
    const answered = Promise.all(['orders/rpc', 'creators/getPlatformAdmin'].map((call) => page.waitForResponse(`**/api/${call}`)))
    await page.getByRole('button', { name: 'Your account' }).click()
    await answered
    return page.getByRole('link', { name: 'Admin panel' })
  }
  const other = await openUserBrowser()
  await expect(await openMenu(other.page, 'buyer')).toHaveCount(0)
  await (await openMenu(admin.page, 'admin')).click()
  await admin.page.getByRole('heading', { level: 3 }).getByRole('link', { name: 'Disputes' }).click()
  await admin.page.getByRole('heading', { level: 1, name: 'Disputes' }).waitFor()
})

test('only admins see the open disputes', async () => {
  const guest = await openUserBrowser()
  await guest.page.goto('/admin/disputes')
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Demo seller' }).waitFor()
  const { page } = await openUserBrowser({ width: 390, height: 844 })
  await page.goto('/')
  await signIn(page, 'seller')
  await page.goto('/admin/disputes')
  await page.getByRole('heading', { name: 'For admins only' }).waitFor()
})

test('an arbitrator sees the offer and the ask; the form refuses a refund outside of them, and a short reason', async () => {
  const { page } = admin
  await page.goto('/admin/disputes')
  const row = page.getByRole('article').filter({ hasText: TITLE })
  await row.getByText('Ben Carter asks Aiko Mori for 60% back. The offer is 25%.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await row.getByRole('link', { name: TITLE }).click()
  await page.getByRole('link', { name: 'All disputes' }).click()
  await row.getByRole('link', { name: TITLE }).click()
  const facts = page.getByRole('article', { name: 'Order' })
  await facts.getByText('Ben Carter asks for').waitFor()
  await facts.getByText('Three drafts.').waitFor()
  await facts.getByRole('listitem').filter({ hasText: 'The seller offers 25%' }).waitFor()

  await form(page).getByRole('button', { name: 'Decide' }).click()
  await expect(form(page).getByLabel('Refund')).toBeFocused()
  for (const wrong of ['24.99', '60.01', '33.333', 'half']) {
    await form(page).getByLabel('Refund').fill(wrong)
    await form(page).getByRole('alert').filter({ hasText: 'from 25% to 60%' }).waitFor()
  }
  await form(page).getByRole('button', { name: 'Use the midpoint: 42.5%' }).click()
  await form(page).getByText('51.00 USDC', { exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await form(page).getByLabel('Reason').fill('Too short')
  await form(page).getByRole('button', { name: 'Decide' }).click()
  await form(page).getByRole('alert').filter({ hasText: 'at least 10 characters' }).waitFor()
})

test('the form shows the exact payout before the wallet opens; if the arbitrator declines in the wallet, the parties see no reason', async () => {
  const { page } = admin
  await form(page).getByLabel('Refund').fill('33.33')
  await expect(form(page).getByRole('definition')).toHaveText(SUMS)
  await form(page).locator('label', { hasText: 'USDC' }).click()
  expect(await form(page).getByLabel('Refund').inputValue()).toBe('39.996')
  await expect(form(page).getByRole('definition')).toHaveText(SUMS)
  await form(page).getByLabel('Reason').fill(REASON)
  await form(page).getByRole('button', { name: 'Decide' }).click()
  await answerWallet(page, 'Reject')
  await form(page).getByRole('alert').filter({ hasText: 'You declined in your wallet. Nothing was sent.' }).waitFor()
  for (const party of [ben, aiko]) {
    await party.page.reload()
    await orderWithStatus(party.page, 'Disputed').waitFor()
    expect(await party.page.content()).not.toContain('Two of the three drafts')
  }
})

test('both parties see the decision with its reason without a reload, and are paid as shown', async () => {
  const { page } = admin
  await form(page).getByRole('button', { name: 'Decide' }).click()
  await confirmUntil(page, decision(page))
  for (const shown of [admin, ben, aiko]) {
    await decision(shown.page).getByText('Ben Carter gets 39.996 USDC back').waitFor()
    await decision(shown.page).getByText('The vector files are missing.').waitFor()
  }
  for (const party of [ben, aiko]) await orderWithStatus(party.page, 'Completed').waitFor()
  // What the contract has paid.
  for (const shown of [admin, ben, aiko]) for (const sum of SUMS) await shown.page.getByText(sum, { exact: true }).last().waitFor()
})

test('a decided dispute leaves the list, and its page shows the decision', async () => {
  const { page } = admin
  const decided = page.url()
  await page.route('**/api/orders/getDisputes**', (route) => route.fulfill({ json: { orders: [], next: null } }))
  await page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link', { name: 'Disputes' }).click()
  await page.getByRole('heading', { name: 'No open disputes' }).waitFor()
  await page.unroute('**/api/orders/getDisputes**')
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/orders/getDisputes') && answer.status() === 200)
  await page.reload()
  await answered
  await page.getByRole('heading', { level: 1, name: 'Disputes' }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('article').filter({ hasText: TITLE }).count()).toBe(0)
  await page.goto(decided)
  await decision(page).getByText('The vector files are missing.').waitFor()
})

test('the browsers logged no unexpected errors', () => {
  expect([ben, aiko, admin].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})
