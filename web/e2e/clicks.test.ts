import type { BrowserContext, Page } from '@playwright/test'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { answerWallet, orderWithStatus, PIXEL, signIn } from './steps.ts'

/** The most clicks that both members may need from the home page to the released payment, wallets included. Typing is not counted. */
const MOST_CLICKS = 28

test.afterAll(closeUserBrowsers)

let clicks = 0
/** Counts every press of a mouse button or finger in the pages of a context. */
async function countClicks(context: BrowserContext): Promise<void> {
  await context.exposeFunction('countClick', () => {
    clicks += 1
  })
  await context.addInitScript(() => {
    addEventListener('pointerdown', () => (window as unknown as { countClick: () => void }).countClick(), true)
  })
}

async function openMember(role: 'buyer' | 'seller'): Promise<UserBrowser> {
  const member = await openUserBrowser()
  await countClicks(member.context)
  await member.page.goto('/')
  await signIn(member.page, role)
  return member
}

/** Takes a step of the open order. The wallet is answered once: a second window would keep the status from changing. */
async function takeStep(page: Page, button: RegExp, status: string, fill?: () => Promise<void>): Promise<void> {
  await page.getByRole('article', { name: 'Order' }).getByRole('button', { name: button }).click()
  await fill?.()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await answerWallet(page)
  await orderWithStatus(page, status).waitFor()
}

test('two members get from the home page to a released payment in 28 clicks, with one wallet window for each step', async () => {
  const title = `A poster for a jazz club ${crypto.randomUUID().slice(0, 8)}`
  const { page: seller } = await openMember('seller')
  await seller.getByRole('button', { name: 'Post a service' }).click()
  await seller.getByLabel('Category').selectOption({ index: 1 })
  await seller.getByLabel('Title', { exact: true }).fill(title)
  await seller.getByLabel('Card description').fill('A poster for one night, in two colours.')
  await seller
    .getByRole('textbox', { name: 'Main description' })
    .fill('A poster in two colours, screen printed, after one sketch. '.repeat(3))
  await seller.getByLabel('Price', { exact: true }).fill('120')
  await seller.getByLabel('What’s included').fill('One poster as a print file.')
  await seller.locator('input[type=file][multiple]').setInputFiles(PIXEL)
  await seller.getByRole('listitem').locator('[data-media] img, img').first().waitFor()
  await seller.getByRole('button', { name: 'Publish' }).click()
  await seller.getByRole('heading', { level: 1, name: title }).waitFor()

  const { page: buyer } = await openMember('buyer')
  await buyer.getByRole('searchbox').fill(title)
  await buyer.getByRole('searchbox').press('Enter')
  await buyer.getByRole('link', { name: title }).click()
  await buyer.getByRole('button', { name: /^Continue with/ }).click()
  const dialog = buyer.getByRole('dialog', { name: /into escrow/ })
  await dialog.getByRole('button', { name: /^Pay / }).click()
  await answerWallet(buyer)
  await orderWithStatus(buyer, 'Requested').waitFor()

  await seller
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Orders/ })
    .click()
  await seller.getByRole('link', { name: new RegExp(title) }).click()
  await takeStep(seller, /^Accept$/, 'In progress')
  await takeStep(seller, /^Deliver$/, 'Delivered', () =>
    seller.getByRole('dialog').getByLabel('Message to the buyer').fill('Here is your poster.'),
  )
  await takeStep(buyer, /^Release/, 'Completed')
  expect(clicks, 'clicks').toBeLessThanOrEqual(MOST_CLICKS)
  console.log(`clicks of both sides: ${clicks}`)
})
