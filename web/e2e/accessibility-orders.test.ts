import type { Locator, Page } from '@playwright/test'
import { createTestClient, http, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { type Session, signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { ADMIN, BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import type { Review } from '../../workers/orders/reviews.schema.ts'
import { closeDialog, findDialogViolations, findViolations, openPage, openTallBrowser } from './axe.ts'
import { addSession, closeUserBrowsers, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { focused } from './keys.ts'
import { configOf } from './money.ts'
import { createOrder } from './orders.ts'
import { confirmUntil } from './steps.ts'
import { fireCron, rpcUrl, url } from './world.ts'

/**
 * Orders in every status, their dialogs, and the pages of admins, checked with axe in the light and the dark theme. Every dialog is opened
 * by a key, and closing it returns the focus.
 */
type Party = UserBrowser & { session: Session }
let seller: Party
let buyer: Party
let admin: Party

test.beforeAll(async ({ language, width }) => {
  const open = async (index: number, { rdns }: typeof SELLER): Promise<Party> => {
    const [opened, session] = await Promise.all([openTallBrowser({ language, width }), seedSignIn(url, index)])
    await opened.context.addInitScript((chosen) => localStorage.setItem('warren.wallet', chosen), rdns)
    await addSession(opened, session.cookie)
    return { ...opened, session }
  }
  ;[seller, buyer, admin] = await Promise.all([open(1, SELLER), open(2, BUYER), open(3, ADMIN)])
})
test.afterAll(closeUserBrowsers)

const inOrder = (page: Page, name: RegExp) => page.getByRole('article').getByRole('button', { name }).first()
const inDialog = (page: Page) => page.getByRole('dialog').last()
/** The button that sends the form of the top dialog. */
const submit = (page: Page) => inDialog(page).getByRole('button').last()

/** Opens a page and expects no violations on it. */
async function expectCleanPage(page: Page, path: string): Promise<void> {
  await openPage(page, path)
  expect(await findViolations(page)).toEqual([])
}

/**
 * Opens a dialog by a key. Expects the focus inside and no violations, also after `act`. Closing it must return the focus to `opener`, or to
 * the button of the `menu` that it is in.
 */
async function expectCleanDialog(page: Page, opener: Locator, act?: () => Promise<void>, menu?: Locator): Promise<void> {
  await menu?.press('Enter')
  await opener.press('Enter')
  await page.locator('dialog[open]:not(:has([aria-busy=true], [role=status][aria-label]))').waitFor()
  expect(await focused(page)).toMatchObject({ inDialog: true, name: expect.not.stringMatching(/^(Close|閉じる)$/) })
  expect(await findDialogViolations(page)).toEqual([])
  if (act) {
    await act()
    expect(await findDialogViolations(page)).toEqual([])
  }
  await closeDialog(page)
  await expect(menu ?? opener).toBeFocused()
}

/** Sends the empty form of the open dialog, which then marks what is missing. */
async function sendEmpty(page: Page): Promise<void> {
  await submit(page).click()
  await inDialog(page).getByRole('alert').first().waitFor()
}

test('axe finds no violations in the list of orders, an owed payment, the dialog to withdraw it, and the yearly statement', async () => {
  const { page } = seller
  const { orderBook, usdc } = await configOf()
  const owed = [{ contract: orderBook, wallet: SELLER.address, token: usdc, amount: '108000000' }]
  await page.route('**/api/orders/getOwed', (route) => route.fulfill({ json: { owed } }))
  await expectCleanPage(page, '/orders/')
  await expectCleanDialog(page, page.getByRole('main').getByRole('button', { name: /^(Withdraw|.*引き出す)/ }), async () => {
    await sendEmpty(page)
    await expect(inDialog(page).getByRole('textbox')).toBeFocused()
    await inDialog(page).getByRole('textbox').fill(BUYER.address)
    await inDialog(page).getByText(BUYER.address).waitFor()
  })
  await page.unrouteAll({ behavior: 'wait' })
  const menu = page.getByRole('button', { name: /^(Export|書き出す)$/ })
  await expectCleanDialog(page, page.getByRole('button', { name: /^(Yearly statement|年間明細書)$/ }), undefined, menu)
})

test('axe finds no violations on a requested order, in its dialogs, and in the dialog about missing ETH', async () => {
  const { page } = seller
  await expectCleanPage(page, await createOrder('A logo that is requested'))
  await expectCleanDialog(page, inOrder(page, /^(Decline|断る)$/))
  await expectCleanDialog(page, inOrder(page, /^(Accept|承諾する)$/))

  const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpcUrl) })
  const setEth = (amount: string) => chain.setBalance({ address: SELLER.address, value: parseEther(amount) })
  await setEth('0')
  try {
    await inOrder(page, /^(Accept|承諾する)$/).press('Enter')
    await submit(page).click()
    const noEth = page.getByRole('dialog', { name: /^(Your wallet has no ETH|ウォレットにETHがありません)$/ })
    await confirmUntil(page, noEth)
    await noEth.getByText(/^0\sETH$/).waitFor()
    expect(await focused(page)).toMatchObject({ inDialog: true })
    expect(await findDialogViolations(page)).toEqual([])
    // Closing this dialog leaves the dialog of the step open.
    await page.keyboard.press('Escape')
    await noEth.waitFor({ state: 'detached' })
    await inDialog(page).getByRole('alert').waitFor()
    expect(await focused(page)).toMatchObject({ inDialog: true })
    expect(await findDialogViolations(page)).toEqual([])
    await closeDialog(page)
  } finally {
    await setEth('10000')
  }
})

test('axe finds no violations on an accepted order and in the dialog to deliver it', async () => {
  const { page } = seller
  await expectCleanPage(page, await createOrder('A logo that is accepted', [{ do: 'accept' }]))
  await expectCleanDialog(page, inOrder(page, /^(Deliver|納品する)$/), () => sendEmpty(page))
})

test('axe finds no violations on a delivered order and in its dialogs', async () => {
  const { page } = buyer
  const story = [{ do: 'accept' as const }, { do: 'deliver' as const, message: 'Three drafts.' }]
  await expectCleanPage(page, await createOrder('A logo that is delivered', story))
  await expectCleanDialog(page, inOrder(page, /^(Release|支払いを確定)/))
  for (const name of [/^(Request changes|修正を依頼)$/, /^(Open a dispute|異議を申し立てる)$/])
    await expectCleanDialog(page, inOrder(page, name), () => sendEmpty(page))
})

test('axe finds no violations on a disputed order and in its dialogs', async () => {
  const story = [{ do: 'accept' }, { do: 'deliver' }, { do: 'dispute', refund: 6000 }, { do: 'counter', refund: 2500 }] as const
  const path = await createOrder('A logo that is disputed', [...story])
  await expectCleanPage(buyer.page, path)
  await expectCleanDialog(buyer.page, inOrder(buyer.page, /^(Ask for less|希望額を下げる)$/), async () => {
    await inDialog(buyer.page).getByRole('textbox').fill('0')
    await inDialog(buyer.page).getByRole('alert').waitFor()
  })
  await expectCleanDialog(buyer.page, inOrder(buyer.page, /^(Accept 25%|25%で承諾)$/))
  await openPage(seller.page, path)
  await expectCleanDialog(seller.page, inOrder(seller.page, /^(Raise the offer|提案額を上げる)$/))
})

test('axe finds no violations on a completed order, in the dialogs of its reviews, on its invoice, and in the list of reports', async () => {
  const path = await createOrder('A logo that is completed', [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  const orderId = path.split('/')[2]!
  await openPage(buyer.page, path)
  await expectCleanDialog(buyer.page, inOrder(buyer.page, /^(Write a review|レビューを書く)$/), () => sendEmpty(buyer.page))
  await buyer.session.post('orders/addReview', { orderId, rating: 4, review: 'The lettering is worth the wait.' })
  const { reviews } = await seller.session.post<{ reviews: Review[] }>('orders/addReview', { orderId, rating: 5, review: 'A kind buyer.' })

  await expectCleanPage(seller.page, path)
  await expectCleanDialog(seller.page, inOrder(seller.page, /^(Answer|返信する)$/), () => sendEmpty(seller.page))
  await expectCleanDialog(seller.page, inOrder(seller.page, /^(Report|通報する)$/))

  await fireCron()
  await openPage(seller.page, `/invoices/${orderId}`)
  await seller.page.getByRole('article').waitFor()
  expect(await findViolations(seller.page)).toEqual([])

  const { id } = reviews.find(({ side }) => side === 'buyer')!
  await seller.session.post('orders/addReport', { kind: 'review', id, reason: 'other', text: 'He means another shop.' })
  await openPage(admin.page, '/admin/reports?kind=reviews')
  await admin.page.getByRole('article').getByText('He means another shop.').first().waitFor()
  expect(await findViolations(admin.page)).toEqual([])
  await admin.session.post('orders/decideReports', { kind: 'review', id, action: 'dismiss', version: 0 })
})

test('when the button of a finished step is gone, the focus moves to what is there instead', async () => {
  const { page } = seller
  await openPage(page, await createOrder('A logo that is declined'))
  await inOrder(page, /^(Decline|断る)$/).press('Enter')
  await submit(page).press('Enter')
  const status = page.getByRole('article').getByRole('status').first()
  await confirmUntil(page, status.filter({ hasText: /^(Declined|お断り)/ }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect(status).toBeFocused()

  const completed = await createOrder('A logo with a review', [{ do: 'accept' }, { do: 'deliver' }, { do: 'complete' }])
  await openPage(buyer.page, completed)
  await inOrder(buyer.page, /^(Write a review|レビューを書く)$/).press('Enter')
  await inDialog(buyer.page).getByRole('textbox').fill('The lettering is worth the wait.')
  await submit(buyer.page).press('Enter')
  await buyer.page.getByRole('dialog').waitFor({ state: 'detached' })
  await buyer.page.getByRole('article').getByText('The lettering is worth the wait.').waitFor()
  await expect.poll(() => focused(buyer.page)).toMatchObject({ onPage: true })
})

test('the browsers logged no unexpected errors', () => {
  expect([seller, buyer, admin].flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})
