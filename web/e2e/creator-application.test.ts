import type { Page } from '@playwright/test'
import type { MyApplication } from '../../workers/creators/applications.schema.ts'
import { signIn as signInByCall } from '../../workers/local/seed/client.ts'
import { ADMIN, BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import type { NotificationPage } from '../../workers/notifications/notifications.schema.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { inBaseWallet } from './base-wallet.ts'
import { addSession, closeUserBrowsers, openUserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { dialog, focused, press } from './keys.ts'
import { interfaceText, signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Members apply to become a creator. The admin answers by calls; creator-granting.test.ts uses the screens of admins. */

/** A creator name that no other run uses. */
const newName = () => `k${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

/** Asks about or refuses the newest application of the member whose page this is, as the demo admin. */
async function answerAsAdmin(page: Page, action: 'ask' | 'refuse', text: string): Promise<void> {
  const { application } = await page.evaluate(async () => (await (await fetch('/api/creators/getMyApplication')).json()) as MyApplication)
  const admin = await signInByCall(url, 3)
  await admin.post('creators/answerCreatorApplication', { id: application!.id, action, text })
}

/** Whether the newest notification about a question is read; undefined without one. */
const isQuestionRead = (page: Page) =>
  page.evaluate(async () => {
    const { notifications } = (await (await fetch('/api/notifications/getNotifications')).json()) as NotificationPage
    return notifications.find(({ kind }) => kind === 'creatorQuestion')?.read
  })

// No call deletes a refused application.
test.beforeAll(() => run('delete from creator_applications', []))
test.afterAll(closeUserBrowsers)

test('a guest fills in the form, logs in, applies, answers a question and is refused', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  const name = newName()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Become a creator' }).click()
  await page.getByRole('heading', { level: 1, name: 'Become a creator' }).waitFor()

  // Nothing is filled in: the dialog lists what is missing, and leads to it.
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Log in to send' }).click()
  const check = dialog(page, 'Please check your application')
  await expect(check.getByRole('listitem')).toHaveCount(4)
  expect(await findDialogViolations(page)).toEqual([])
  await check.getByRole('button', { name: /^Full name/ }).press('Enter')
  await waitForNoDialog(page)
  await expect.poll(async () => (await focused(page)).name).toBe('Full name')
  expect(await findViolations(page)).toEqual([])

  await page.keyboard.type('Aiko Mori')
  await main.getByLabel('E-mail').fill('aiko@example.com')
  await main.getByLabel('Social network').fill('instagram.com/aiko')
  await main.getByLabel('About you and what you make').fill('I draw books for children.\n\nSince 2019.')

  // Names of the wrong form, of the app, of the team and abusive ones are refused while they are typed.
  const nameField = main.getByLabel('Creator name')
  for (const [text, reason] of [
    ['a-b', 'A creator name has 2 to 20 letters'],
    ['あいこ', 'A creator name has 2 to 20 letters'],
    ['Settings', 'Nobody can have this name.'],
    ['warrenteam', 'Nobody can have this name.'],
    ['sh1t', 'Nobody can have this name.'],
  ] as const) {
    await nameField.fill(text)
    await main.getByRole('alert').filter({ hasText: reason }).waitFor()
  }
  await nameField.fill(name)
  await main.getByText('This name is available.').waitFor()

  // The login and a reload lose nothing.
  await main.getByRole('button', { name: 'Log in to send' }).click()
  await signIn(page, 'buyer')
  await expect(nameField).toHaveValue(name)
  await page.reload()
  await expect(nameField).toHaveValue(name)
  await expect(main.getByLabel('Full name')).toHaveValue('Aiko Mori')
  await expect(main.getByLabel('About you and what you make')).toHaveValue('I draw books for children.\n\nSince 2019.')
  await expect(main.getByLabel('Wallet')).toHaveValue(BUYER.address)
  await main.getByText('This name is available.').waitFor()
  await main.getByRole('button', { name: 'Send the application' }).click()
  await dialog(page, 'Your application has been sent').getByRole('button', { name: 'Close' }).last().click()
  await main.getByText('Waiting for an answer').waitFor()
  await expect(main.getByRole('definition')).toContainText([name, '0x3C44', 'Aiko Mori', 'aiko@example.com', 'https://instagram.com/aiko'])
  expect(await findViolations(page)).toEqual([])

  // The question arrives without a reload, and is read by being seen.
  await answerAsAdmin(page, 'ask', 'Where can we see your books?')
  await main.getByText('Where can we see your books?').waitFor()
  await expect.poll(() => isQuestionRead(page)).toBe(true)
  await main.getByRole('button', { name: 'Send the answer' }).click()
  await main.getByRole('alert').filter({ hasText: 'Please write an answer.' }).waitFor()
  await expect(main.getByLabel('Your answer to our team')).toBeFocused()
  await page.keyboard.type('In every library of Kamo.')
  await page.reload()
  await expect(main.getByLabel('Your answer to our team')).toHaveValue('In every library of Kamo.')
  expect(await findViolations(page)).toEqual([])
  await main.getByRole('button', { name: 'Send the answer' }).click()
  await main.getByText('Waiting for an answer').waitFor()
  await main.getByText('In every library of Kamo.').waitFor()

  await page.goto('/about')
  await answerAsAdmin(page, 'refuse', 'We only accept finished works.')
  await page.goto('/notifications/')
  await page.getByRole('link', { name: /We did not accept your application as a creator/ }).click()
  await main.getByText('We only accept finished works.').waitFor()
  await main.getByText('You can apply again at any time.').waitFor()
  expect(await findViolations(page)).toEqual([])

  // The form of the next application begins with what was sent.
  await main.getByRole('button', { name: 'Apply again' }).click()
  await expect(nameField).toHaveValue(name)
  await expect(main.getByLabel('Social network')).toHaveValue('https://instagram.com/aiko')
  expect(consoleErrors).toEqual([])
})

test('in Japanese on a phone, a name that somebody has is refused, and a withdrawn application can be changed and sent again', async () => {
  const { page, context, consoleErrors } = await openUserBrowser({ width: 390, height: 844 })
  await context.addCookies([{ name: 'hl', value: 'ja', url }])
  const taken = newName()
  const other = await signInByCall(url, 3)
  const applyAsOther = (name: string) =>
    other.post('creators/contact', { email: 'mori@example.com', fullname: 'Mori', wallet: ADMIN.address, name, text: 'I paint.' })
  await applyAsOther(taken)

  // For a guest, a taken name may be their own username.
  await page.goto('/creator-sign-up/')
  await page.getByLabel('クリエイター名').fill(taken)
  await page.getByRole('alert').filter({ hasText: 'ご自身のユーザー名' }).waitFor()
  await page.goto('/')
  await signIn(page, 'seller', 'ja')
  await page.getByRole('button', { name: 'アカウント' }).click()
  await page.getByRole('link', { name: 'クリエイターになる' }).first().click()
  const main = page.getByRole('main')
  const nameField = main.getByLabel('クリエイター名')
  await expect(nameField).toHaveValue(taken)
  await nameField.fill(taken.toUpperCase())
  await main.getByRole('alert').filter({ hasText: 'この名前はすでに使われています。' }).waitFor()
  await main.getByLabel('メールアドレス').fill('hana@example.com')
  await main.getByLabel('氏名').fill('鴨川 花')
  await main.getByLabel('SNS').fill('http://example.com')
  await main.getByLabel('自己紹介と作品について').fill('絵本を描いています。')
  await main.getByRole('button', { name: '申請を送信' }).click()
  const check = dialog(page, '申請の内容をご確認ください')
  await expect(check.getByRole('listitem')).toHaveCount(2)
  expect(await findDialogViolations(page)).toEqual([])
  await press(page, 'Escape')
  await waitForNoDialog(page)
  await expect(main.getByLabel('SNS')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await main.getByLabel('SNS').fill('')

  // The name becomes taken between the check and the sending.
  const lost = newName()
  await nameField.fill(lost)
  await main.getByText('この名前は使えます。').waitFor()
  await other.post('creators/withdrawApplication', {})
  await applyAsOther(lost)
  await main.getByRole('button', { name: '申請を送信' }).click()
  await main.getByRole('alert').filter({ hasText: 'この名前はすでに使われています。' }).waitFor()
  await expect(nameField).toBeFocused()

  const name = newName()
  await nameField.fill(name)
  await main.getByText('この名前は使えます。').waitFor()
  await main.getByRole('button', { name: '申請を送信' }).click()
  await dialog(page, '申請を送信しました').getByRole('button', { name: '閉じる' }).last().click()
  await main.getByText('返事待ち').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await interfaceText(page)).not.toMatch(/creator|application/i)

  await main.getByRole('button', { name: '申請を取り下げる' }).click()
  const withdraw = dialog(page, 'クリエイターの申請を取り下げますか？')
  expect(await findDialogViolations(page)).toEqual([])
  await withdraw.getByRole('button', { name: '取り下げる', exact: true }).click()
  await waitForNoDialog(page)
  await expect(nameField).toHaveValue(name)
  await expect(main.getByLabel('氏名')).toHaveValue('鴨川 花')
  await main.getByText('この名前は使えます。').waitFor()
  // The browser reports the refused call.
  expect(consoleErrors.filter((text) => !text.includes('/creators/contact'))).toEqual([])
})

test('a member without a wallet links one in the form', async () => {
  const member = await openUserBrowser()
  const { page, consoleErrors } = member
  const account = await register()
  await addSession(member, account.cookie)
  await page.goto('/creator-sign-up/')
  const main = page.getByRole('main')
  // The address of the account is offered.
  await expect(main.getByLabel('E-mail')).toHaveValue(account.email)
  await main.getByRole('button', { name: 'Send the application' }).click()
  await dialog(page, 'Please check your application')
    .getByRole('button', { name: /^Wallet/ })
    .click()
  await waitForNoDialog(page)
  const link = main.getByRole('button', { name: 'Link a wallet' })
  await expect(link).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await link.press('Enter')
  const linking = dialog(page, 'Link a wallet')
  await inBaseWallet(page, () => linking.getByRole('button', { name: /^Base Account/ }).click(), 'Create a new wallet')
  await waitForNoDialog(page)
  await expect(main.getByLabel('Wallet')).toHaveValue(/^0x[0-9a-fA-F]{40}$/)
  expect(consoleErrors).toEqual([])
})
