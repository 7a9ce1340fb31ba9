import type { Locator, Page } from '@playwright/test'
import { type Session, signIn, upload } from '../../workers/local/seed/client.ts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import type { Order } from '../../workers/orders/orders.schema.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft, register, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { confirmUntil, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Custom offers between a seller, in Japanese on a phone, and a buyer, in English on a wide screen. */
test.describe.configure({ mode: 'serial' })

const TITLE = 'Lettering for a bakery'

let seller: UserBrowser
let buyer: UserBrowser
let sellerSession: Session
let buyerSession: Session
let room: string

async function open(session: Session, language: 'en' | 'ja', width: number): Promise<UserBrowser> {
  const opened = await openUserBrowser({ width, height: width < 500 ? 844 : 900 })
  await opened.context.addCookies([{ name: 'hl', value: language, url }])
  await opened.context.addInitScript((chosen) => localStorage.setItem('warren.wallet', chosen), BUYER.rdns)
  await addSession(opened, session.cookie)
  return opened
}

test.beforeAll(async () => {
  ;[sellerSession, buyerSession] = await Promise.all([signIn(url, 1), signIn(url, 2)])
  const product = draft(await upload(sellerSession, 'island'), { title: TITLE })
  await sellerSession.post('listings/addService', { product })
  room = (await buyerSession.post<{ roomId: string }>('chat/openChat', { users: [sellerSession.id] })).roomId
  ;[seller, buyer] = await Promise.all([open(sellerSession, 'ja', 390), open(buyerSession, 'en', 1440)])
  await Promise.all([seller, buyer].map(({ page }) => page.goto(`/messenger/${room}`)))
})
test.afterAll(closeUserBrowsers)

/** The newest card with this text. */
const card = (page: Page, text: string) => page.getByRole('log').locator('li[data-seq]').filter({ hasText: text }).last()
const ordersOfBuyer = async () => (await buyerSession.get<{ orders: Order[] }>('orders/getMyOrders')).orders

/** Sends an offer in the seller's browser. */
async function sendOffer(text: string, price: string): Promise<void> {
  const { page } = seller
  await page.getByRole('button', { name: 'カスタムオファーを送る' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('サービス').selectOption({ label: TITLE })
  await dialog.getByLabel('含まれる内容').fill(text)
  await dialog.getByLabel('価格（ドル）').fill(price)
  await dialog.getByRole('button', { name: 'オファーを送る' }).click()
  await waitForNoDialog(page)
  await card(buyer.page, text).waitFor()
}
/** Changes the price of an offer in the seller's browser. */
async function changePrice(text: string, price: string): Promise<void> {
  const { page } = seller
  await card(page, text).getByRole('button', { name: '変更する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('価格（ドル）').fill(price)
  await dialog.getByRole('button', { name: '変更を保存' }).click()
  await waitForNoDialog(page)
}
const purchase = (page: Page) => page.getByRole('dialog', { name: /into escrow/ })
const payButton = (dialog: Locator) => dialog.getByRole('button', { name: /^Pay\b/ })

test('a member without a service is led to create one', async () => {
  const { cookie } = await register('en')
  const newcomer = await openUserBrowser()
  await addSession(newcomer, cookie)
  const { roomId } = (await (await send('chat/openChat', { users: [buyerSession.id] }, { cookie })).json()) as {
    roomId: string
  }
  const { page } = newcomer
  await page.goto(`/messenger/${roomId}`)
  await page.getByRole('button', { name: 'Send a custom offer' }).click()
  await page.getByRole('heading', { name: 'Create a listing first' }).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Create a listing' })).toHaveAttribute('href', '/list/services/')
})

test('an offer is sent by keyboard, once its price and days are right; both see it with its terms', async () => {
  const { page } = seller
  await page.getByRole('button', { name: 'カスタムオファーを送る' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('納期（日数）')).toHaveValue('5')
  await dialog.getByLabel('価格（ドル）').fill('4.99')
  await dialog.getByLabel('納期（日数）').fill('0.5')
  await page.keyboard.press('Enter')
  await dialog.getByText('$5以上の金額を入力してください。').waitFor()
  await dialog.getByText('1日以上の日数を整数で入力してください。').waitFor()
  await expect(dialog.getByLabel('価格（ドル）')).toBeFocused()
  expect(await findDialogViolations(page)).toEqual([])
  await dialog.getByLabel('サービス').selectOption({ label: TITLE })
  await dialog.getByLabel('含まれる内容').fill('看板の文字、案を2点')
  await dialog.getByLabel('価格（ドル）').fill('150.5')
  await expect(dialog.getByText('手数料10%を引いた受取額は$135.45です。')).toBeVisible()
  await dialog.getByLabel('納期（日数）').fill('6')
  await page.keyboard.press('Enter')
  await waitForNoDialog(page)

  const shown = card(buyer.page, '看板の文字、案を2点')
  for (const text of ['Custom offer', TITLE, '$150.50', '6 days', 'Valid until', 'Open']) await expect(shown).toContainText(text)
  await expect(card(page, '看板の文字、案を2点')).toContainText('回答待ち')
  for (const one of [page, buyer.page]) expect(await findViolations(one)).toEqual([])
  await expect(shown.getByRole('button', { name: 'Accept and pay' })).toBeVisible()
  await expect(card(page, '看板の文字、案を2点').getByRole('button', { name: '取り下げる' })).toBeVisible()
  await expect(buyer.page.getByRole('navigation', { name: 'Messages' }).getByText('看板の文字、案を2点')).toBeVisible()
})

test('it is changed, countered by the buyer, accepted by the seller, paid and ordered', async () => {
  await changePrice('看板の文字、案を2点', '160')
  const first = card(buyer.page, '看板の文字、案を2点')
  await expect(first).toContainText('$160')
  await expect(first).toContainText('Changed once')

  await first.getByRole('button', { name: 'Counter-offer' }).click()
  const dialog = buyer.page.getByRole('dialog', { name: 'Make a counter-offer' })
  await expect(dialog.getByLabel('Service')).toBeDisabled()
  expect(await findDialogViolations(buyer.page)).toEqual([])
  await dialog.getByLabel('What is included').fill('One draft is enough')
  await dialog.getByLabel('Price in dollars').fill('120')
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await waitForNoDialog(buyer.page)

  const counter = card(seller.page, 'One draft is enough')
  await expect(counter).toContainText('カウンターオファー')
  await expect(seller.page.getByRole('button', { name: 'カウンターオファーを見る' })).toBeVisible()
  const own = card(buyer.page, 'One draft is enough')
  expect(await own.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
  await counter.getByRole('button', { name: '承諾する' }).click()
  await expect(counter).toContainText('承諾済み（未払い）')
  await expect(counter).toContainText('購入者が支払うと注文が始まり、通知が届きます。')
  await expect(own).toContainText('The seller has accepted. Pay to start the order')

  const before = (await ordersOfBuyer()).length
  await own.getByRole('button', { name: 'Pay $120' }).click()
  await expect(payButton(purchase(buyer.page))).toHaveText('Pay 120.00 USDC')
  await expect(purchase(buyer.page)).toContainText('One draft is enough')
  expect(await purchase(buyer.page).getByRole('button', { name: 'Change the amount' }).count()).toBe(0)
  expect(await findDialogViolations(buyer.page)).toEqual([])
  await expect(payButton(purchase(buyer.page))).toBeEnabled()
  await payButton(purchase(buyer.page)).click()
  await confirmUntil(buyer.page, buyer.page.getByRole('article', { name: 'Order' }))
  const orders = await ordersOfBuyer()
  expect(orders.length).toBe(before + 1)
  expect(orders[0]).toMatchObject({ price: '120000000', terms: 'ok', title: TITLE, offer: { roomId: room, text: 'One draft is enough' } })

  const link = counter.getByRole('link', { name: '注文へ進む' })
  await expect(link).toHaveAttribute('href', `/orders/${orders[0]!.id}`)
  await expect(counter).toContainText('購入者がエスクローに入金しました。')
  expect(await findViolations(seller.page)).toEqual([])
  await buyer.page.goto(`/messenger/${room}`)
  await own.getByRole('link', { name: 'Go to order' }).click()
  await buyer.page.getByRole('article', { name: 'Order' }).getByText('One draft is enough').waitFor()
  await buyer.page.getByRole('article', { name: 'Order' }).getByRole('link', { name: 'Custom offer' }).click()
  await expect(buyer.page).toHaveURL(/\?message=\d+$/)
  await expect(own).toBeFocused()
  await buyer.page.getByRole('button', { name: 'Message actions' }).last().click()
  await buyer.page.getByRole('button', { name: 'Reply', exact: true }).waitFor()
  expect(await buyer.page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
  await buyer.page.keyboard.press('Escape')
})

test('an offer that is withdrawn while its dialog is open cannot be paid; a declined one says so', async () => {
  await sendOffer('Withdrawn soon', '50')
  await card(buyer.page, 'Withdrawn soon').getByRole('button', { name: 'Accept and pay' }).click()
  await expect(payButton(purchase(buyer.page))).toBeEnabled()
  await card(seller.page, 'Withdrawn soon').getByRole('button', { name: '取り下げる' }).click()
  await purchase(buyer.page).getByText('This offer was withdrawn. Nothing was paid.').waitFor()
  await expect(payButton(purchase(buyer.page))).toBeDisabled()
  await buyer.page.keyboard.press('Escape')
  await waitForNoDialog(buyer.page)
  await expect(card(buyer.page, 'Withdrawn soon')).toContainText('Withdrawn')
  expect(await card(buyer.page, 'Withdrawn soon').getByRole('button', { name: 'Accept and pay' }).count()).toBe(0)

  await sendOffer('Declined soon', '70')
  await card(buyer.page, 'Declined soon').getByRole('button', { name: 'Decline' }).click()
  await expect(card(seller.page, 'Declined soon')).toContainText('お断り')
})

test('an offer that is changed while its dialog is open is paid only by the terms that the buyer has seen', async () => {
  await sendOffer('Changed while open', '80')
  await card(buyer.page, 'Changed while open').getByRole('button', { name: 'Accept and pay' }).click()
  await expect(payButton(purchase(buyer.page))).toHaveText('Pay 80.00 USDC')
  await changePrice('Changed while open', '90')
  const change = buyer.page.getByRole('dialog', { name: 'The terms have changed' })
  await expect(change.locator('dl > div')).toHaveText([/Price\s*Before\s*\$80\s*Now\s*\$90/])
  expect(await findDialogViolations(buyer.page)).toEqual([])
  await change.getByRole('button', { name: 'Continue with the new terms' }).click()
  await expect(payButton(purchase(buyer.page))).toHaveText('Pay 90.00 USDC')
  await expect(payButton(purchase(buyer.page))).toBeEnabled()
  await payButton(purchase(buyer.page)).click()
  await confirmUntil(buyer.page, buyer.page.getByRole('article', { name: 'Order' }))
  expect((await ordersOfBuyer())[0]).toMatchObject({ price: '90000000', terms: 'ok' })
  await buyer.page.goto(`/messenger/${room}`)
})

test('two devices that accept at once give one order', async () => {
  await sendOffer('Accepted twice', '60')
  const phone = await open(await signIn(url, 2), 'en', 390)
  await phone.page.goto(`/messenger/${room}`)
  const before = (await ordersOfBuyer()).length
  const devices = [buyer.page, phone.page]
  await Promise.all(devices.map((page) => card(page, 'Accepted twice').getByRole('button', { name: 'Accept and pay' }).click()))
  const refusal = 'This offer is being paid on another device or in another login.'
  const isRefused = await Promise.all(
    devices.map(async (page) => {
      const refused = purchase(page).getByText(refusal)
      await expect(refused.or(purchase(page).getByRole('button', { name: 'Pay 60.00 USDC', disabled: false }))).toBeVisible()
      return refused.isVisible()
    }),
  )
  expect(isRefused.toSorted()).toEqual([false, true])
  const [winner, loser] = isRefused[0] ? [phone.page, buyer.page] : [buyer.page, phone.page]
  expect(await findDialogViolations(loser)).toEqual([])
  await payButton(purchase(winner)).click()
  await confirmUntil(winner, winner.getByRole('article', { name: 'Order' }))
  await purchase(loser).getByText('This offer was already ordered.').waitFor()
  await loser.keyboard.press('Escape')
  await waitForNoDialog(loser)
  await expect(card(loser, 'Accepted twice').getByRole('link', { name: 'Go to order' })).toBeVisible()
  expect((await ordersOfBuyer()).length).toBe(before + 1)
})

test('no page has logged an error, except for the refused quotes', () => {
  const errors = [...seller.consoleErrors, ...buyer.consoleErrors]
  expect(errors.filter((line) => !/status of 409/.test(line))).toEqual([])
})
