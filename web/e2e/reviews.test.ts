import type { Page } from '@playwright/test'
import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { signIn, waitForNoDialog } from './steps.ts'

/** Two-way reviews of one order, from the first text to a report, in the browsers of buyer, seller, guest and admin. */
const TITLE = 'A sign that is reviewed'
const FROM_BUYER = 'The hand lettering is worth the wait.'
const FROM_SELLER = 'Ben knew the size of his door.'

let ben: UserBrowser
let aiko: UserBrowser
let orderPath: string
let servicePath: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  orderPath = await createOrder(TITLE, [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  ben = await openUserBrowser()
  aiko = await openUserBrowser({ width: 390, height: 844 })
  for (const [{ page }, role] of [
    [ben, 'buyer'],
    [aiko, 'seller'],
  ] as const) {
    await page.goto('/')
    await signIn(page, role)
    await page.goto(orderPath)
  }
  servicePath = new URL(
    await ben.page
      .getByRole('article', { name: 'Order' })
      .getByRole('link', { name: TITLE })
      .evaluate((link) => (link as HTMLAnchorElement).href),
  ).pathname
})
test.afterAll(closeUserBrowsers)

const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' })
const reviewBy = (page: Page, name: string) => reviews(page).getByRole('article', { name: `Review by ${name}` })
const dialog = (page: Page) => page.getByRole('dialog')
/** Scrolls down until the reviews are shown. What loads above them moves them away again. */
const scrollToReviews = (page: Page) =>
  expect(async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: /^(Reviews|レビュー)$/ }).waitFor({ timeout: 1000 })
  }).toPass()
const htmlOf = async (path: string) => (await fetchPath(path)).text()

test('a review needs a text, starts with five stars, and is seen only by its author', async () => {
  const { page } = ben
  await reviews(page)
    .getByText(/Neither of you sees the other’s review/)
    .waitFor()
  await reviews(page).getByRole('button', { name: 'Write a review' }).click()
  expect(await dialog(page).getByRole('radio', { name: '5 stars' }).isChecked()).toBe(true)
  await dialog(page).getByRole('button', { name: 'Send the review' }).click()
  await dialog(page).getByRole('alert').filter({ hasText: 'Please write at least one sentence.' }).waitFor()
  await dialog(page).getByRole('radio', { name: '4 stars' }).press('Space')
  await dialog(page).getByLabel('How was the order?').fill(FROM_BUYER)
  await dialog(page).getByRole('button', { name: 'Send the review' }).click()
  await waitForNoDialog(page)
  await reviewBy(page, 'Ben Carter')
    .getByText(/Only you see it so far/)
    .waitFor()
  await reviewBy(page, 'Ben Carter').getByRole('img', { name: '4 of 5 stars' }).waitFor()

  await aiko.page.reload()
  await reviews(aiko.page)
    .getByText(/You will see the review by Ben Carter when both of you have written one, or on/)
    .waitFor()
  expect(await aiko.page.content()).not.toContain(FROM_BUYER)
  const html = await htmlOf(servicePath)
  expect([html.includes(FROM_BUYER), html.includes('aggregateRating')]).toEqual([false, false])
})

test('both reviews become visible to both parties without a reload once the second is written', async () => {
  const { page } = aiko
  await reviews(page).getByRole('button', { name: 'Write a review' }).click()
  await dialog(page).getByLabel('How was the order?').fill(FROM_SELLER)
  await dialog(page).getByRole('button', { name: 'Send the review' }).click()
  await waitForNoDialog(page)
  for (const party of [aiko, ben]) {
    await reviewBy(party.page, 'Ben Carter').getByText(FROM_BUYER).waitFor()
    await reviewBy(party.page, 'Aiko Mori').getByText(FROM_SELLER).waitFor()
  }
})

test('the text of a visible review can be changed, its stars cannot, and the seller answers it', async () => {
  await reviews(ben.page).getByRole('button', { name: 'Change the review' }).click()
  expect(await dialog(ben.page).getByRole('radio').count()).toBe(0)
  await dialog(ben.page).getByLabel('How was the order?').fill(`${FROM_BUYER} Twice.`)
  await dialog(ben.page).getByRole('button', { name: 'Save' }).click()
  await waitForNoDialog(ben.page)
  await reviewBy(ben.page, 'Ben Carter')
    .getByText(/changed on/)
    .waitFor()

  await reviewBy(aiko.page, 'Ben Carter').getByRole('button', { name: 'Answer' }).click()
  await dialog(aiko.page).getByLabel('Your answer').fill('Thank you, Ben.')
  await dialog(aiko.page).getByRole('button', { name: 'Save' }).click()
  await waitForNoDialog(aiko.page)
  await reviewBy(aiko.page, 'Ben Carter').getByText('Thank you, Ben.').waitFor()
})

test('a guest sees the review, its answer and the rating on the service, its card and both profiles', async () => {
  const { page } = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await page.goto(servicePath)
  const list = page.getByRole('region', { name: 'レビュー' })
  await page
    .getByText(/最終更新|変更/)
    .last()
    .scrollIntoViewIfNeeded()
  const shown = list.getByRole('article', { name: 'Ben Carterさんのレビュー' })
  for (const text of [`${FROM_BUYER} Twice.`, 'Thank you, Ben.', 'エスクローで支払い済み']) await shown.getByText(text).waitFor()
  await list.getByText('4.0', { exact: true }).waitFor()
  const html = await htmlOf(servicePath)
  const ld = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!) as object
  expect(ld).toMatchObject({ aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 1 } })

  const seller = await page
    .getByRole('link', { name: /Aiko Mori/ })
    .first()
    .getAttribute('href')
  await page.goto(seller!)
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="${servicePath}"]`) })
  await card.getByRole('img', { name: '5点中4.0点、レビュー1件' }).waitFor()
  await scrollToReviews(page)
  await page.getByRole('region', { name: 'レビュー' }).getByText(`${FROM_BUYER} Twice.`).waitFor()
  const buyer = await page
    .getByRole('article', { name: 'Ben Carterさんのレビュー' })
    .first()
    .getByRole('link', { name: 'Ben Carter' })
    .getAttribute('href')
  await page.goto(buyer!)
  await scrollToReviews(page)
  await page.getByRole('tab', { name: '購入者として' }).click()
  await page.getByRole('region', { name: 'レビュー' }).getByText(FROM_SELLER).waitFor()
})

test('a profile shows no reviews of another member while its own reviews are still loading', async () => {
  const [toAiko, toBen] = await Promise.all(
    ['Aiko Mori', 'Ben Carter'].map((name) => reviewBy(ben.page, name).getByRole('link', { name }).getAttribute('href')),
  )
  const { page } = await openUserBrowser()
  const { promise: shown, resolve: letThrough } = Promise.withResolvers<void>()
  const id = /\d+/.exec(toBen!)![0]
  await page.route(
    (asked) => asked.pathname.endsWith('/getReviewsByUserId') && asked.searchParams.get('userId') === id,
    async (route) => {
      await shown
      await route.continue()
    },
  )
  const waitForProfile = async (name: string) => {
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await scrollToReviews(page)
  }
  await page.goto(toAiko!)
  await waitForProfile('Aiko Mori')
  await reviewBy(page, 'Ben Carter').first().getByRole('link', { name: 'Ben Carter' }).click()
  await waitForProfile('Ben Carter')
  // From here on, both profiles are in the cache.
  await page.goBack()
  await waitForProfile('Aiko Mori')
  await reviewBy(page, 'Ben Carter').first().waitFor()
  await page.goForward()
  await waitForProfile('Ben Carter')
  await reviews(page).getByRole('status', { name: 'Loading' }).waitFor()
  expect(await reviewBy(page, 'Ben Carter').count()).toBe(0)
  letThrough()
  await reviews(page).getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
})

test('an admin hides a reported answer on its own, and sees the text as it was reported; only its author still sees it', async () => {
  const shown = reviewBy(ben.page, 'Ben Carter')
  await ben.page.reload()
  await shown.getByRole('button', { name: 'Report the answer' }).click()
  await dialog(ben.page).getByRole('radio', { name: 'Insults or threats' }).check()
  await dialog(ben.page).getByRole('button', { name: 'Send the report' }).click()
  await waitForNoDialog(ben.page)
  const theirs = reviewBy(aiko.page, 'Ben Carter')
  expect(await theirs.getByRole('button', { name: 'Report the answer' }).count()).toBe(0)
  await theirs.getByRole('button', { name: 'Change the answer' }).click()
  await dialog(aiko.page).getByLabel('Your answer').fill('Thank you very much.')
  await dialog(aiko.page).getByRole('button', { name: 'Save' }).click()
  await waitForNoDialog(aiko.page)
  await theirs
    .getByText(/changed on/)
    .last()
    .waitFor()

  const { page } = await openUserBrowser()
  await page.goto('/admin/reports?kind=reviews')
  await signIn(page, 'admin')
  const reported = page.getByRole('article', { name: 'Reported answer' }).filter({ hasText: FROM_BUYER })
  await reported.getByText('Thank you, Ben.').waitFor()
  await reported.getByText('Thank you very much.').waitFor()
  await reported.getByRole('button', { name: 'Hide the answer' }).click()
  await reported.waitFor({ state: 'detached' })

  await ben.page.reload()
  await shown.getByText(FROM_BUYER, { exact: false }).waitFor()
  expect(await shown.getByText('Thank you very much.').count()).toBe(0)
  await aiko.page.reload()
  await theirs.getByText('Thank you very much.').waitFor()
  await theirs.getByText('The team has hidden your answer after a report.').waitFor()
  expect(await theirs.getByRole('button', { name: 'Change the answer' }).count()).toBe(0)
})

test('an admin of the contract hides a reported review; a member cannot', async () => {
  const shown = reviewBy(aiko.page, 'Ben Carter')
  await shown.getByRole('button', { name: 'Report' }).click()
  const radios = dialog(aiko.page).getByRole('radio')
  expect(await radios.evaluateAll((all) => all.filter((one) => (one as HTMLInputElement).checked).length)).toBe(0)
  await dialog(aiko.page).getByRole('button', { name: 'Send the report' }).click()
  const missing = dialog(aiko.page).getByRole('alert').filter({ hasText: 'Please choose a reason.' })
  await missing.waitFor()
  await expect(radios.first()).toBeFocused()
  expect(await findDialogViolations(aiko.page)).toEqual([])
  await dialog(aiko.page).getByRole('radio', { name: 'Something else' }).check()
  await expect(missing).toHaveCount(0)
  await dialog(aiko.page).getByLabel('What should the team know?').fill('He means another shop.')
  await dialog(aiko.page).getByRole('button', { name: 'Send the report' }).click()
  await waitForNoDialog(aiko.page)
  await aiko.page.goto('/admin/reports')
  await aiko.page.getByRole('heading', { name: 'For admins only' }).waitFor()

  const { page } = await openUserBrowser()
  await page.goto('/admin/reports?kind=reviews')
  await signIn(page, 'admin')
  const reported = page.getByRole('article', { name: 'Reported review' }).filter({ hasText: FROM_BUYER })
  await reported.getByText('He means another shop.').waitFor()
  await reported.getByRole('button', { name: 'Hide the review' }).click()
  await reported.waitFor({ state: 'detached' })
  const hidden = page.getByRole('article', { name: 'Hidden review' }).filter({ hasText: FROM_BUYER })
  await hidden.waitFor()
  expect(await findViolations(page)).toEqual([])

  expect(await htmlOf(servicePath)).not.toContain('aggregateRating')
  await ben.page.reload()
  await reviewBy(ben.page, 'Ben Carter')
    .getByText(/The team has hidden this review/)
    .waitFor()

  await hidden.getByRole('button', { name: 'Show it again' }).click()
  await hidden.waitFor({ state: 'detached' })
  // The page of the service is kept for a minute.
  await expect.poll(() => htmlOf(servicePath), { timeout: 90_000 }).toContain('aggregateRating')
  await aiko.page.goto(servicePath)
  // Reviews are loaded when they are near.
  await aiko.page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await reviewBy(aiko.page, 'Ben Carter').getByText(FROM_BUYER).waitFor()
})
