import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { findDialogViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { signIn } from './steps.ts'
import { fireCron } from './world.ts'

/** The invoice of a completed order for both parties, and the yearly statement: pages, PDF and CSV files, and nothing for a stranger. */
const TITLE = `名刺のデザイン Cards ${crypto.randomUUID().slice(0, 8)}`

let seller: UserBrowser
let buyer: UserBrowser
let invoicePath: string
let number: string
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;[seller, buyer] = await Promise.all([openUserBrowser(), openUserBrowser()])
  for (const [{ page }, role] of [[seller, 'seller'] as const, [buyer, 'buyer'] as const]) {
    await page.goto('/')
    await signIn(page, role)
  }
})
test.afterAll(closeUserBrowsers)

const sheet = (page: Page) => page.getByRole('article', { name: /^Invoice \d+-\d{4,}$/ })

/** Presses a button and returns the name and the content of the file that it saves. */
async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await started
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
/** The text of a PDF file. All spaces are removed, because the file has none where a line ends. */
async function textOf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s/g, '')
}
const isoYear = () => new Date().getUTCFullYear()

test('both parties of a completed order open the same invoice, and only the seller sees the fee', async () => {
  const orderPath = await createOrder(TITLE, [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  await buyer.page.goto(orderPath)
  await buyer.page.getByRole('link', { name: 'Invoice' }).click()
  await buyer.page.waitForURL('**/invoices/*')
  await fireCron()
  await sheet(buyer.page).getByText(TITLE).waitFor()
  invoicePath = new URL(buyer.page.url()).pathname
  number = (await sheet(buyer.page).getAttribute('aria-label'))!.replace('Invoice ', '')
  await expect(sheet(buyer.page).getByRole('row', { name: /^Total, paid/ })).toHaveText(/120\.00\sUSDC.*\$120/)
  await seller.page.goto(orderPath)
  await seller.page.getByRole('link', { name: 'Invoice' }).click()
  await sheet(seller.page).waitFor()
  expect(await sheet(seller.page).textContent()).toBe(await sheet(buyer.page).textContent())
  await seller.page.getByText(/the platform fee was 12\.00\sUSDC, and you received 108\.00\sUSDC/).waitFor()
  expect(await buyer.page.getByText('platform fee').count()).toBe(0)
})

test('the PDF file has the number, the title in Japanese, and the amount', async () => {
  const { name, bytes } = await download(buyer.page, 'Download PDF')
  expect(name).toBe(`invoice-${number}.pdf`)
  const text = await textOf(bytes)
  for (const part of [`Invoice${number}`, TITLE.replace(/\s/g, ''), '120.00USDC', '$120']) expect(text).toContain(part)
  expect(text).not.toContain('108.00')
  expect(buyer.consoleErrors.filter((error) => /Content Security Policy|unsafe-eval/.test(error))).toEqual([])
})

test('the page prints only the invoice', async () => {
  const { page } = seller
  await page.emulateMedia({ media: 'print' })
  await expect(sheet(page)).toBeVisible()
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print' }),
    page.getByText('Only you see this'),
  ])
    await expect(hidden).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})

test('a stranger and a guest do not get the invoice', async () => {
  const stranger = await openUserBrowser()
  await addSession(stranger, (await register()).cookie)
  await stranger.page.goto(invoicePath)
  await stranger.page.getByRole('heading', { name: 'You don’t have access to this invoice' }).waitFor()
  const orderId = invoicePath.split('/').at(-1)!
  const status = (page: Page) => page.evaluate(async (id) => (await fetch(`/api/orders/getInvoice?orderId=${id}`)).status, orderId)
  expect(await status(stranger.page)).toBe(404)
  const guest = await openUserBrowser()
  await guest.page.goto(invoicePath)
  await guest.page.getByRole('dialog').waitFor()
  expect(await status(guest.page)).toBe(401)
})

test('a yearly statement whose years could not be loaded says so, and loads them again', async () => {
  const { page } = seller
  await page.goto('/orders/')
  const failing = '**/api/orders/getInvoices?*'
  await page.route(failing, (route) => route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } }))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Yearly statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yearly statement' })
  const retry = dialog.getByRole('button', { name: 'Try again' })
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByRole('button', { name: /^Download/ }).count()).toBe(0)
  expect(await findDialogViolations(page)).toEqual([])
  await page.unroute(failing)
  await retry.click()
  await expect(dialog.getByLabel('Year of the payout (UTC)')).toHaveValue(String(isoYear()))
  await expect(retry).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Download CSV' }).waitFor()
})

test('the statement of the year has the invoice and the sums, as CSV and as PDF', async () => {
  const { page } = seller
  await page.goto('/orders/')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Yearly statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yearly statement' })
  await expect(dialog.getByLabel('Year of the payout (UTC)')).toHaveValue(String(isoYear()))
  const csv = await download(page, 'Download CSV')
  expect(csv.name).toBe(`warren-sales-${isoYear()}.csv`)
  const lines = csv.bytes.toString('utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff"Invoice number","Paid out at \(UTC\)",.*"Platform fee"/)
  expect(lines.find((line) => line.startsWith(`"${number}"`))).toMatch(
    new RegExp(`"${TITLE}","Basic",.*"USDC","120","0","120","12","108","120",`),
  )
  expect(lines.filter((line) => line.startsWith('"Total"')).length).toBeGreaterThan(1)
  const pdf = await download(page, 'Download PDF')
  expect(pdf.name).toBe(`warren-sales-${isoYear()}.pdf`)
  const text = await textOf(pdf.bytes)
  for (const part of [`Statementofsales${isoYear()}`, number, TITLE.replace(/\s/g, '')]) expect(text).toContain(part)

  await dialog.getByRole('radio', { name: 'Bought' }).check({ force: true })
  await expect(dialog.getByLabel('Year of the payout (UTC)')).toHaveValue(String(isoYear()))
})
