import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { signIn } from './steps.ts'
import { url } from './world.ts'

/** A guest asks to sponsor, and an admin closes the request. */
const COMPANY = `Kamo Books ${crypto.randomUUID().slice(0, 8)}`
test.afterAll(closeUserBrowsers)

test('a request to sponsor is checked, sent by a guest in Japanese on a phone, and closed by an admin', async () => {
  const { page, context, consoleErrors } = await openUserBrowser({ width: 390, height: 844 })
  await context.addCookies([{ name: 'hl', value: 'ja', url }])
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('button', { name: 'スポンサー募集' }).click()
  const form = () => dialog(page, 'スポンサーになる')
  const send = form().getByRole('button', { name: '申し込みを送る' })
  await send.click()
  await expect(form().getByLabel('メールアドレス')).toBeFocused()
  expect(await findDialogViolations(page)).toEqual([])
  await form().getByLabel('メールアドレス').fill('kim@example.c,om')
  await form().getByLabel('会社名またはお名前').fill(COMPANY)
  await send.click()
  await form().getByText('有効なメールアドレスを入力してください。').waitFor()
  await expect(form().getByLabel('メールアドレス')).toBeFocused()
  await form().getByLabel('メールアドレス').fill('kim@example.com')
  await form().getByLabel('年齢（下限）').fill('50')
  await form().getByLabel('年齢（上限）').fill('40')
  await send.click()
  await expect(form().getByLabel('年齢（下限）')).toBeFocused()
  await form().getByLabel('年齢（下限）').fill('20')
  await send.click()
  await form().getByText('お申し込みを受け付けました。').waitFor()
  expect(consoleErrors).toEqual([])

  const admin = await openUserBrowser()
  await admin.page.goto('/admin/reports?kind=sponsors')
  await signIn(admin.page, 'admin')
  const request = admin.page.getByRole('article', { name: COMPANY })
  await request.getByRole('link', { name: 'kim@example.com' }).waitFor()
  await expect(request.getByRole('term')).toHaveText(['Ages', 'Gender', 'Language', 'Location', 'Interests'])
  await expect(request.getByRole('definition')).toHaveText(['20 to 40', 'Everyone', 'All languages', 'Everywhere', 'All'])
  expect(await findViolations(admin.page)).toEqual([])
  await request.getByRole('button', { name: 'Close the request' }).click()
  await request.waitFor({ state: 'detached' })
})
