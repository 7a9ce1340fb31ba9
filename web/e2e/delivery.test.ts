import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { answerWallet, changeOrder, confirmUntil, orderWithStatus, signIn, waitForNoDialog } from './steps.ts'

/** A delivery with files, a change request, and a second delivery, in the browsers of the buyer and of a Japanese seller on a phone. */
const TITLE = 'A sign that is delivered twice'
const MESSAGE = 'The sign, and all drafts.'
const CHANGES = 'Please use the darker green.'
/** Large enough to be sent in parts. Every byte differs from its neighbours, so that a wrong order of parts is noticed. */
const DRAFTS = {
  name: 'drafts.zip',
  mimeType: 'application/zip',
  buffer: Buffer.alloc(
    21_000_000,
    Uint8Array.from({ length: 251 }, (_, i) => i),
  ),
}
const SIGN = { name: '看板.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }

let ben: UserBrowser
let aiko: UserBrowser
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const orderPath = await createOrder(TITLE, [{ do: 'accept' }])
  ben = await openUserBrowser()
  aiko = await openUserBrowser({ language: 'ja-JP', width: 390, height: 844 })
  await ben.page.goto('/')
  await signIn(ben.page, 'buyer')
  await ben.page.goto(orderPath)
  await aiko.page.goto('/?hl=ja')
  await signIn(aiko.page, 'seller', 'ja')
  await aiko.page.goto(orderPath)
})
test.afterAll(closeUserBrowsers)

const dialog = (page: Page) => page.getByRole('dialog')
const order = (page: Page) => page.getByRole('article', { name: /^(Order|注文)$/ })
const delivery = (page: Page) => page.getByRole('region', { name: /^(Delivery|納品)$/ })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: typeof name === 'string' })

test('the seller delivers a message and two files, also after a refused transaction and a reload', async () => {
  const { page } = aiko
  await order(page).getByRole('button', { name: '納品する' }).click()
  await button(page, '納品する').click()
  await dialog(page).getByText('メッセージを書くか、ファイルを追加してください。').waitFor()
  await dialog(page).getByLabel('購入者へのメッセージ').fill(MESSAGE)
  await dialog(page).locator('input[type=file]').setInputFiles([DRAFTS, SIGN])
  for (const { name } of [DRAFTS, SIGN]) await button(page, `${name}を削除`).waitFor()
  await button(page, '納品する').click()
  await answerWallet(page, 'Reject')
  await dialog(page).getByRole('alert').first().waitFor()
  // The delivery is only prepared. The buyer sees it once the transaction is on chain.
  await ben.page.reload()
  await orderWithStatus(ben.page, 'In progress').waitFor()
  expect(await delivery(ben.page).count()).toBe(0)

  await page.reload()
  await delivery(page).getByText(MESSAGE).waitFor()
  await order(page).getByRole('button', { name: '納品する' }).click()
  await expect(dialog(page).getByLabel('購入者へのメッセージ')).toHaveValue(MESSAGE)
  await button(page, `${SIGN.name}を削除`).waitFor()
  await button(page, '納品する').click()
  await confirmUntil(page, order(page).getByRole('status').filter({ hasText: '納品済み' }))
  await waitForNoDialog(page)
})

test('the buyer sees the delivery without a reload, and downloads the same bytes', async () => {
  const { page } = ben
  await delivery(page).getByText(MESSAGE).waitFor()
  for (const { name, buffer } of [DRAFTS, SIGN]) {
    const downloading = page.waitForEvent('download')
    await delivery(page)
      .getByRole('button', { name: `Download ${name}` })
      .click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(name)
    expect((await readFile(await file.path())).equals(buffer)).toBe(true)
  }
})

test('a change request names the release date, reaches the seller’s page and the conversation, and uses a revision', async () => {
  const { page } = ben
  await order(page).getByRole('button', { name: 'Request changes' }).click()
  await dialog(page).getByText('You have 1 of 1 revision left.').waitFor()
  await dialog(page)
    .getByText(/The release date stays the same: after .+, anyone may release the payment to Aiko Mori/)
    .waitFor()
  await dialog(page).getByLabel('What should change?').fill('Greener.')
  await button(page, 'Request changes').click()
  await dialog(page).getByText('Please write at least 10 characters about what should change.').waitFor()
  await dialog(page).getByLabel('What should change?').fill(CHANGES)
  await button(page, 'Request changes').click()
  await waitForNoDialog(page)
  await expect(order(page).getByRole('button', { name: 'Request changes' })).toHaveCount(0)
  await delivery(page).getByText(CHANGES).waitFor()
  await page
    .getByText(/I request changes \(1 of 1\):/)
    .first()
    .waitFor()

  await delivery(aiko.page).getByText(CHANGES).waitFor()
  await aiko.page.goto('/notifications/')
  const told = aiko.page.getByRole('main').getByRole('link').filter({ hasText: '購入者が納品内容の修正を依頼しています' })
  await told.filter({ hasText: TITLE }).first().click()
})

test('the seller delivers again without a wallet, and the buyer sees it without a reload', async () => {
  const { page } = aiko
  await order(page).getByRole('button', { name: 'もう一度納品する' }).click()
  await dialog(page).getByText(CHANGES).waitFor()
  await dialog(page).getByLabel('購入者へのメッセージ').fill('Darker now.')
  await button(page, '納品内容を送る').click()
  await waitForNoDialog(page)
  await delivery(ben.page).getByText('Darker now.').waitFor()
  await ben.page.getByRole('list', { name: 'History' }).getByText('Delivered again').waitFor()
})

test('without a revision left, the dialog says so and offers the dispute, and the buyer releases the payment', async () => {
  const { page } = ben
  await order(page).getByRole('button', { name: 'Request changes' }).click()
  await dialog(page)
    .getByText(/You have used the 1 revision of this order/)
    .waitFor()
  await button(page, 'Open a dispute').click()
  await page.getByRole('dialog', { name: 'Open a dispute' }).getByRole('button', { name: 'Not now' }).click()
  await waitForNoDialog(page)
  await changeOrder(page, /^Release/, 'Completed')
  await order(aiko.page).getByRole('status').filter({ hasText: '完了' }).waitFor()
  await delivery(page).getByText('Earlier deliveries').click()
  await delivery(page).getByText(MESSAGE).waitFor()
})
