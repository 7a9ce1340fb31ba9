import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Session, signIn as signInWithoutBrowser } from '../../workers/local/seed/client.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { confirmUntil, orderWithStatus, signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Evidence in a dispute, in the browsers of the buyer, of a Japanese seller on a phone, and of an arbitrator. */
const TITLE = `A lamp that is disputed ${crypto.randomUUID().slice(0, 8)}`
const ASKED = 'Five drafts by Monday, please.'
const PROMISED = 'You get five drafts on Monday.'
const REASON = 'Two drafts are missing.'
const PRIVATE = 'My doctor says that I should rest.'
const STATEMENT = 'Two of the five drafts are missing.'
const ANSWER = '五案とも月曜日に送りました。'
const PROOF = { name: 'drafts.zip', mimeType: 'application/zip', buffer: Buffer.from('three drafts') }

let ben: UserBrowser
let aiko: UserBrowser
let admin: UserBrowser
let stranger: Session
let orderId: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const messages = [{ buyer: ASKED }, { seller: PROMISED }, { buyer: PRIVATE }]
  const orderPath = await createOrder(TITLE, [{ do: 'accept' }, ...messages, { do: 'deliver', message: 'Three drafts, and the source.' }])
  orderId = orderPath.split('/')[2]!
  stranger = await signInWithoutBrowser(url, 8)
  ben = await openUserBrowser()
  aiko = await openUserBrowser({ language: 'ja-JP', width: 390, height: 844 })
  admin = await openUserBrowser()
  await ben.page.goto('/')
  await signIn(ben.page, 'buyer')
  await ben.page.goto(orderPath)
  await aiko.page.goto('/?hl=ja')
  await signIn(aiko.page, 'seller', 'ja')
  await aiko.page.goto(orderPath)
})
test.afterAll(closeUserBrowsers)

const dialog = (page: Page) => page.getByRole('dialog')
const evidence = (page: Page) => page.getByRole('region', { name: /^(Evidence|証拠)$/ })

/** Downloads the file of the evidence, and expects that it is the one that was submitted. */
async function expectProof(page: Page, name: string): Promise<void> {
  const downloading = page.waitForEvent('download')
  await evidence(page).getByRole('button', { name }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(PROOF.name)
  expect((await readFile(await file.path())).equals(PROOF.buffer)).toBe(true)
}

test('the dialog of a dispute says that arbitrators do not see the conversation', async () => {
  const { page } = ben
  await orderWithStatus(page, 'Delivered').waitFor()
  expect(await evidence(page).count()).toBe(0)
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: 'Open a dispute' }).click()
  await dialog(page)
    .getByText(/Arbitrators do not see the conversation\. Once the dispute is open, you and Aiko Mori can submit files and messages/)
    .waitFor()
  await dialog(page).getByLabel('Or another percentage, without decimals').fill('40')
  await dialog(page).getByText('Aiko Mori and the arbitrators see it as your first evidence.').waitFor()
  await dialog(page).getByLabel('What is not as agreed?').fill(REASON)
  await dialog(page).getByRole('button', { name: 'Open a dispute' }).click()
  await confirmUntil(page, orderWithStatus(page, 'Disputed'))
  await waitForNoDialog(page)
})

test('the reason for the dispute is the first evidence of the buyer, on the pages of both parties, and a message', async () => {
  for (const { page } of [ben, aiko]) {
    await evidence(page).getByText(REASON).waitFor()
    expect(await evidence(page).getByText(REASON).count()).toBe(1)
  }
  await expect(ben.page.getByRole('log').getByText(REASON)).toHaveCount(1)
})

test('a party submits a statement, two messages and a file; an empty form is refused', async () => {
  const { page } = ben
  await evidence(page).getByRole('button', { name: 'Submit evidence' }).click()
  await dialog(page).getByRole('button', { name: 'Submit evidence' }).click()
  await dialog(page).getByText('Please write a statement, or choose messages or files.').waitFor()
  await dialog(page).getByLabel('Statement').fill(STATEMENT)
  for (const text of [PROMISED, ASKED, PRIVATE]) await dialog(page).getByRole('checkbox', { name: text }).check()
  await dialog(page).getByRole('checkbox', { name: PRIVATE }).uncheck()
  await dialog(page).getByText('2 chosen, at most 20').waitFor()
  await dialog(page).locator('input[type=file]').setInputFiles(PROOF)
  await dialog(page)
    .getByRole('button', { name: `Remove ${PROOF.name}` })
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Submit evidence' }).click()
  await waitForNoDialog(page)
  await evidence(page).getByText(STATEMENT).waitFor()
})

test('the other party sees the evidence without a reload, is notified once for each submission, and answers', async () => {
  const { page } = aiko
  for (const text of [STATEMENT, ASKED, PROMISED]) await evidence(page).getByText(text).waitFor()
  expect(await evidence(page).getByText(PRIVATE).count()).toBe(0)
  await expectProof(page, PROOF.name)
  expect(await findViolations(page)).toEqual([])
  await evidence(page).getByRole('button', { name: '証拠を提出する' }).click()
  await dialog(page).getByLabel('説明').fill(ANSWER)
  await dialog(page).getByRole('checkbox', { name: PROMISED }).check()
  await dialog(page).getByRole('button', { name: '証拠を提出する' }).click()
  await waitForNoDialog(page)
  await evidence(ben.page).getByText(ANSWER).waitFor()
  await page.goto('/notifications/')
  const entries = page.getByRole('main').getByRole('link').filter({ hasText: TITLE })
  const notice = entries.filter({ hasText: '相手が証拠を提出しました' })
  await expect(notice).toHaveCount(1)
  // The reason of the dispute is evidence too, but the dispute has the only notification about it.
  await expect(entries.filter({ hasText: '購入者が異議を申し立て' })).toHaveCount(1)
  await notice.click()
  await evidence(page).getByText('あなたが提出').waitFor()
})

test('an arbitrator sees and downloads the evidence and the delivery, and nothing else of the conversation', async () => {
  const { page } = admin
  await page.goto('/')
  await signIn(page, 'admin')
  await page.goto(`/admin/disputes/${orderId}`)
  for (const text of [REASON, STATEMENT, ASKED, ANSWER]) await evidence(page).getByText(text).waitFor()
  await expect(evidence(page).getByText(PROMISED)).toHaveCount(2)
  expect(await page.content()).not.toContain(PRIVATE)
  await expectProof(page, `Download ${PROOF.name}`)
  await page.getByRole('region', { name: 'Delivery' }).getByText('Three drafts, and the source.').waitFor()
  expect(await findViolations(page)).toEqual([])
})

test('a stranger gets 404 for the evidence and for its file', async () => {
  const read = ben.page.evaluate(async (id) => (await (await fetch(`/api/orders/getEvidence?orderId=${id}`)).json()) as unknown, orderId)
  const { path } = ((await read) as { evidence: { files: { path: string }[] }[] }).evidence.flatMap(({ files }) => files)[0]!
  await expect(stranger.get(`orders/getEvidence?orderId=${orderId}`)).rejects.toThrow(/answered 404: .*order_not_found/)
  await expect(stranger.post('orders/addEvidence', { orderId, statement: STATEMENT })).rejects.toThrow(/answered 404: .*order_not_found/)
  await expect(stranger.get(`uploads/downloadPrivateFile?path=${path}`)).rejects.toThrow(/answered 404: .*upload_not_found/)
})

test('the browsers logged no unexpected errors', () => {
  expect([ben, aiko, admin].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})
