import type { Page } from '@playwright/test'
import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { composer, type Member, openChat, openMember, row, sendMessage, write } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { signIn, waitForNoDialog } from './steps.ts'

/** First messages of strangers, in two browsers: the sender in English on a wide screen, the recipient in Japanese on a phone. */
test.describe.configure({ mode: 'serial' })

let hana: Member
let rui: Member
let kai: Member
let room: string

test.beforeAll(async () => {
  ;[hana, rui, kai] = await Promise.all([
    openMember('Hana Ito', 'en', 1440),
    openMember('森るい', 'ja', 390),
    openMember('Kai Noda', 'en', 1440),
  ])
  await kai.page.emulateMedia({ colorScheme: 'dark' })
  room = await openChat(hana, rui)
})
test.afterAll(closeUserBrowsers)

const list = (page: Page) => page.getByRole('navigation', { name: /^(Messages|メッセージ)$/ })

test('a first message waits among the requests of the recipient, without a count of unread messages; the sender sees that it waits', async () => {
  await Promise.all([hana.page.goto(`/messenger/${room}`), rui.page.goto('/messenger/')])
  await hana.page.getByText('until 森るい answers, you can send 5 of them').waitFor()
  await expect(hana.page.getByText('Waiting for an answer')).toHaveCount(0)
  await write(hana.page, 'Hello, do you restore chairs?')
  await hana.page.getByText('Waiting for an answer. 森るい finds').waitFor()
  await list(hana.page).getByText('Waiting for an answer · You: Hello, do you restore chairs?').waitFor()
  const tab = rui.page.getByRole('tab', { name: 'リクエスト 1' })
  await tab.waitFor()
  await expect(list(rui.page).getByRole('link', { name: /Hana Ito/ })).toHaveCount(0)
  await expect(rui.page.getByRole('navigation', { name: 'マイメニュー' }).getByText('1', { exact: true })).toHaveCount(0)
  expect(await findViolations(rui.page)).toEqual([])
  await list(rui.page).getByRole('heading', { name: 'リクエストが1件届いています' }).waitFor()
  await list(rui.page).getByRole('button', { name: 'リクエストを見る' }).click()
  await list(rui.page)
    .getByRole('link', { name: /Hana Ito/ })
    .click()
  await row(rui.page, 'Hello, do you restore chairs?').waitFor()
  // The line above it is in sight, so no button leads there.
  await rui.page.getByRole('log').getByText('未読メッセージ1件').waitFor()
  await expect(rui.page.getByRole('button', { name: '未読メッセージ1件' })).toHaveCount(0)
  await rui.page.getByText('承認するか返信するまで').waitFor()
  expect(await findViolations(rui.page)).toEqual([])
  // The sender sees neither that the recipient is here nor that they have read it.
  await expect(row(hana.page, 'Hello, do you restore chairs?')).toContainText('· sent')
  await expect(hana.page.getByText('online', { exact: true })).toHaveCount(0)
  expect(await findViolations(hana.page)).toEqual([])
})

test('accepting it moves it to the conversations, and both see each other', async () => {
  await rui.page.getByRole('button', { name: '承認する', exact: true }).click()
  await rui.page.getByText('承認するか返信するまで').waitFor({ state: 'detached' })
  await expect(row(hana.page, 'Hello, do you restore chairs?')).toContainText('· read')
  await hana.page.getByText('online', { exact: true }).waitFor()
  await write(rui.page, 'はい、直します')
  await row(hana.page, 'はい、直します').waitFor()
  await rui.page.getByRole('link', { name: '会話の一覧に戻る' }).click()
  // The list of requests would not have it any more.
  await rui.page.getByRole('tab', { name: 'すべて', selected: true }).waitFor()
  await list(rui.page)
    .getByRole('link', { name: /Hana Ito/ })
    .waitFor()
})

test('a declined request disappears, and the next one is shown, until none is left; its sender still sees it wait and can write five messages', async () => {
  const other = await openMember('Mei Abe', 'en', 1440)
  await sendMessage(other, await openChat(other, rui), 'Can you paint chairs?')
  await other.context.close()
  const declined = await openChat(kai, rui)
  for (const text of ['Cheap chairs!', 'Very cheap', 'Only today', 'Please']) await sendMessage(kai, declined, text)
  await rui.page.getByRole('tab', { name: 'リクエスト 2' }).click()
  await list(rui.page)
    .getByRole('link', { name: /Kai Noda/ })
    .click()
  await row(rui.page, 'Cheap chairs!').waitFor()
  await rui.page.getByRole('button', { name: '断る', exact: true }).click()
  await rui.page.getByText('このリクエストを断りました').waitFor()
  await rui.page.getByRole('link', { name: '会話の一覧に戻る' }).click()
  await rui.page.getByRole('tab', { name: 'リクエスト 1', selected: true }).waitFor()
  await expect(list(rui.page).getByRole('link', { name: /Kai Noda/ })).toHaveCount(0)
  await list(rui.page)
    .getByRole('link', { name: /Mei Abe/ })
    .click()
  await rui.page.getByRole('button', { name: '断る', exact: true }).click()
  await rui.page.getByText('このリクエストを断りました').waitFor()
  await rui.page.getByRole('link', { name: '会話の一覧に戻る' }).click()
  await rui.page.getByRole('tab', { name: 'すべて', selected: true }).waitFor()
  await rui.page.getByRole('tab', { name: 'リクエスト', exact: true }).click()
  await rui.page.getByText('これまでやり取りのない人からの最初のメッセージがここに表示されます。').waitFor()
  await rui.page.getByRole('button', { name: '断ったリクエスト' }).click()
  await list(rui.page)
    .getByRole('link', { name: /Kai Noda/ })
    .waitFor()
  expect(await findViolations(rui.page)).toEqual([])
  await rui.page.getByRole('button', { name: 'リクエストに戻る' }).click()
  await kai.page.goto(`/messenger/${declined}`)
  await kai.page.getByText('Waiting for an answer. 森るい finds').waitFor()
  await write(kai.page, 'Hello?')
  await row(kai.page, 'Hello?').waitFor()
  await write(kai.page, 'One more')
  await kai.page.getByText('This person has not answered yet. You can write more once they do.').waitFor()
  await kai.page.getByRole('button', { name: 'Discard' }).click()
  expect(await findViolations(kai.page)).toEqual([])
})

test('a block can be undone in its notice', async () => {
  const { page } = hana
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('You have blocked 森るい. You cannot write to each other.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('You have blocked 森るい. You cannot write to each other.').waitFor({ state: 'detached' })
  await expect(composer(page)).toBeVisible()
})

test('a member reports chosen messages and blocks the author, who only learns that messages cannot be delivered', async () => {
  const { page } = hana
  await sendMessage(rui, room, 'Pay me outside of here')
  await row(page, 'Pay me outside of here').waitFor()
  await rui.page.goto(`/messenger/${room}`)
  await rui.page.getByText('オンライン', { exact: true }).waitFor()
  await page.getByText('online', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('button', { name: 'Report and block' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report and block 森るい' })
  await dialog.waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Report and block' }).click()
  await dialog.getByText('Please choose a message of the other person.').waitFor()
  await dialog.getByRole('checkbox', { name: /Pay me outside of here/ }).check()
  await dialog.getByRole('radio', { name: 'Fraud, or payment outside of this site' }).check()
  await dialog.getByRole('button', { name: 'Report and block' }).click()
  await page.getByText('Thank you. The team will look at it.').waitFor()
  await waitForNoDialog(page)
  await page.getByText('You have blocked 森るい. You cannot write to each other.').waitFor()
  await expect(composer(page)).toHaveCount(0)
  // Neither sees any more that the other is here, also on a page that is opened now.
  await page.getByText('online', { exact: true }).waitFor({ state: 'detached' })
  await rui.page.getByText('オンライン', { exact: true }).waitFor({ state: 'detached' })
  await rui.page.reload()
  await write(rui.page, '聞こえますか')
  await rui.page.getByText('このメッセージは届けられません。').waitFor()
  await expect(rui.page.getByText('ブロック')).toHaveCount(0)
  await expect(rui.page.getByText('オンライン', { exact: true })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
})

test('a single message can be reported from its menu', async () => {
  await row(rui.page, 'Hello, do you restore chairs?').getByRole('button', { name: 'メッセージの操作' }).click()
  await rui.page.getByRole('button', { name: 'このメッセージを通報する' }).click()
  const dialog = rui.page.getByRole('dialog', { name: 'メッセージを通報' })
  await expect(dialog.getByRole('checkbox', { name: /Hello, do you restore chairs/ })).toBeChecked()
  expect(await findDialogViolations(rui.page)).toEqual([])
  await dialog.getByRole('radio', { name: '宣伝やスパム' }).check()
  await dialog.getByRole('button', { name: '通報を送る' }).click()
  await waitForNoDialog(rui.page)
})

test('an admin sees the reported messages and no others, and closes the report', async () => {
  const { page } = await openUserBrowser()
  await page.goto('/admin/reports?kind=messages')
  await signIn(page, 'admin')
  const report = page.getByRole('article', { name: 'Reported messages' }).filter({ hasText: 'Reported by Hana Ito' })
  await report.getByText('Fraud, or payment outside of this site').waitFor()
  // The author of the messages, and the member whom the admin can warn or suspend.
  await expect(report.getByRole('link', { name: '森るい' })).toHaveCount(3)
  await report.getByText('In a conversation of two members:').waitFor()
  await report.getByRole('link', { name: 'Hana Ito' }).waitFor()
  await expect(report.getByRole('listitem')).toHaveCount(1)
  await expect(report.getByRole('listitem')).toContainText('Pay me outside of here')
  for (const text of ['Hello, do you restore chairs?', 'はい、直します']) await expect(report).not.toContainText(text)
  expect(await findViolations(page)).toEqual([])
  await report.getByRole('button', { name: 'Close the report' }).click()
  await expect(report).toHaveCount(0)
  await page.reload()
  await page.getByRole('article', { name: 'Reported messages' }).filter({ hasText: 'Reported by 森るい' }).waitFor()
  await expect(report).toHaveCount(0)
})

test('the settings list blocked people; after the block is removed both can write again', async () => {
  const { page } = hana
  await page.goto('/settings/')
  const section = page.getByRole('region', { name: 'Blocked people' })
  await section.getByRole('button', { name: 'Unblock 森るい' }).click()
  await section.getByText('You have not blocked anybody.').waitFor()
  await page.goto(`/messenger/${room}`)
  await write(rui.page, 'もう一度')
  await row(page, 'もう一度').waitFor()
})

test('a member who hides that they are online does not see it of others', async () => {
  const { page } = hana
  await page.getByText('online', { exact: true }).waitFor()
  await rui.page.getByText('オンライン', { exact: true }).waitFor()
  const settings = await hana.context.newPage()
  await settings.goto('/settings/')
  // Not `uncheck`, which does not wait until the page shows the change.
  await settings.getByRole('switch', { name: 'Show when I am online' }).click()
  await page.getByText('online', { exact: true }).waitFor({ state: 'detached' })
  await rui.page.getByText('オンライン', { exact: true }).waitFor({ state: 'detached' })
  await settings.close()
})

test('a conversation that does not exist leads to the list', async () => {
  const { page } = rui
  await page.goto('/messenger/0000000000000000000000')
  await page.getByRole('heading', { name: '会話が見つかりません' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '会話の一覧を見る' }).click()
  await list(page)
    .getByRole('link', { name: /Hana Ito/ })
    .waitFor()
})

test('in a window that is enlarged twice, the field can be reached', async () => {
  const { page } = hana
  await page.setViewportSize({ width: 720, height: 450 })
  const field = page.getByRole('textbox', { name: /Write to/ })
  await field.click({ trial: true })
  await expect(field).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('no page has logged an error, except for what was refused', () => {
  const errors = [...hana.consoleErrors, ...rui.consoleErrors, ...kai.consoleErrors]
  expect(errors.filter((line) => !/status of (403|409)/.test(line))).toEqual([])
})
