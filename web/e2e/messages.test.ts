import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, type UserBrowser } from './browser.ts'
import { composer, openConversation, openMenu, row, rows, watchLog, write } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { waitForNoDialog } from './steps.ts'

/** A conversation in two browsers: one in English on a wide screen, one in Japanese at the width of a phone. */
test.describe.configure({ mode: 'serial' })

let hana: UserBrowser
let rui: UserBrowser
let room: string

test.beforeAll(async () => {
  const opened = await openConversation('Hana Ito', 'Rui Mori')
  ;[hana, rui, room] = [opened.one, opened.other, opened.room]
})
test.afterAll(closeUserBrowsers)

test('links in a message are links, line breaks stay, and the author sees when it was read', async () => {
  await write(hana.page, 'Two drafts:\nhttps://warren.example/a. javascript:alert(1)')
  const received = row(rui.page, 'Two drafts:')
  await expect(received.getByRole('link')).toHaveText(['https://warren.example/a'])
  await expect(received.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  expect(await received.locator('p').first().innerText()).toBe('Two drafts:\nhttps://warren.example/a. javascript:alert(1)')
  await expect(row(hana.page, 'Two drafts:')).toContainText('· read')
})

test('screen readers read out a new message once, and an own one not before it is stored', async () => {
  const { page, context } = hana
  const [own, theirs] = await Promise.all([watchLog(page), watchLog(rui.page)])
  await context.setOffline(true)
  await write(page, 'Read out once')
  await page.getByRole('log').locator('li[data-state]', { hasText: 'Read out once' }).waitFor()
  expect(await own('Read out once')).toBe(0)
  await context.setOffline(false)
  for (const one of [page, rui.page]) await row(one, 'Read out once').waitFor()
  await expect(row(page, 'Read out once')).toContainText('· read')
  expect([await own('Read out once'), await theirs('Read out once')]).toEqual([1, 1])
})

test('a reply shows an excerpt of the message, and a press on it leads there', async () => {
  await openMenu(row(rui.page, 'Two drafts:'))
  await rui.page.getByRole('button', { name: '返信', exact: true }).click()
  await rui.page.getByText('Hana Itoさんに返信').waitFor()
  await expect(composer(rui.page)).toBeFocused()
  await rui.page.keyboard.press('Escape')
  await expect(rui.page.getByText('Hana Itoさんに返信')).toHaveCount(0)
  await openMenu(row(rui.page, 'Two drafts:'))
  await rui.page.getByRole('button', { name: '返信', exact: true }).click()
  await write(rui.page, '一つ目がいいです')
  const excerpt = row(hana.page, '一つ目がいいです').getByRole('button', { name: /Two drafts:/ })
  await excerpt.click()
  await expect(hana.page.locator('li[data-seq="1"]')).toBeFocused()
})

test('reactions are counted for both, and can be taken back', async () => {
  await openMenu(row(rui.page, 'Two drafts:'))
  expect(await findViolations(rui.page)).toEqual([])
  await rui.page.getByRole('group', { name: 'リアクションする' }).getByRole('button', { name: '👍' }).click()
  const reaction = row(hana.page, 'Two drafts:').getByRole('button', { name: /👍/ })
  await expect(reaction).toHaveText('👍 1')
  await reaction.click()
  await expect(row(rui.page, 'Two drafts:').getByRole('button', { name: /👍/ })).toHaveText('👍 2')
  await expect(reaction).toHaveAttribute('aria-pressed', 'true')
  await reaction.click()
  await expect(reaction).toHaveText('👍 1')
})

test('a long message is folded until a press shows all of it; a long press opens its menu', async () => {
  await write(hana.page, Array.from({ length: 40 }, (_, i) => `Step ${i + 1} of the plan`).join('\n'))
  const message = row(rui.page, 'Step 1 of the plan')
  const text = message.locator('p', { hasText: 'Step 1 of the plan' })
  const isCut = () => text.evaluate((one) => one.scrollHeight > one.clientHeight + 1)
  expect(await isCut()).toBe(true)
  await message.getByRole('button', { name: 'もっと見る' }).click()
  await expect(message.getByRole('button', { name: 'もっと見る' })).toHaveCount(0)
  expect(await isCut()).toBe(false)
  await text.evaluate((one) => one.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true })))
  await expect(rui.page.getByRole('button', { name: '返信', exact: true })).toBeVisible()
  await rui.page.keyboard.press('Escape')
})

test('an edit without a text is refused with what to do instead', async () => {
  const { page } = hana
  await openMenu(row(page, 'Read out once'))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'New text of the message' })
  await field.fill('  ')
  await field.press('Enter')
  const hint = page.getByRole('alert').filter({ hasText: 'cancel the edit and choose Delete' })
  await hint.waitFor()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(await findViolations(page)).toEqual([])
  await field.fill('Re')
  await expect(hint).toHaveCount(0)
  await field.press('Escape')
  await expect(composer(page)).toBeFocused()
  await expect(row(page, 'Read out once').getByText('edited')).toHaveCount(0)
})

test('the text of a message can be copied', async () => {
  const { page, context } = hana
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMenu(row(page, 'Two drafts:'))
  await page.getByRole('button', { name: 'Copy text' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Two drafts:\nhttps://warren.example/a. javascript:alert(1)')
})

test('an edit by keyboard is shown to both with a mark; the other member has no such action', async () => {
  const { page } = hana
  await write(page, 'Tea on Monday?')
  for (const one of [page, rui.page]) await row(one, 'Tea on Monday?').waitFor()
  await composer(page).press('ArrowUp')
  const field = page.getByRole('textbox', { name: 'New text of the message' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Tea on Monday?')
  await field.fill('Tea on Tuesday?')
  await field.press('Enter')
  await expect(row(page, 'Tea on Tuesday?').getByText('edited')).toBeVisible()
  await expect(row(rui.page, 'Tea on Tuesday?').getByText('編集済み')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Messages' }).getByText('You: Tea on Tuesday?')).toBeVisible()
  await openMenu(row(rui.page, 'Tea on Tuesday?'))
  await rui.page.getByRole('button', { name: 'テキストをコピー' }).waitFor()
  for (const name of ['編集', '削除']) await expect(rui.page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await rui.page.keyboard.press('Escape')
})

test('an edit of a message that was deleted in another window is refused, and nothing is changed', async () => {
  const { page } = hana
  const tab = await hana.context.newPage()
  await tab.goto(`/messenger/${room}`)
  await write(page, 'Only for a moment')
  await openMenu(row(page, 'Only for a moment'))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await openMenu(row(tab, 'Only for a moment'))
  await tab.getByRole('button', { name: 'Delete', exact: true }).click()
  await tab.getByRole('button', { name: 'Delete message' }).click()
  await row(tab, 'You deleted this message').waitFor()
  await page.getByRole('textbox', { name: 'New text of the message' }).fill('Longer')
  await page.keyboard.press('Enter')
  await page.getByText('This message has been deleted.').waitFor()
  await page.getByRole('button', { name: 'Cancel the edit' }).click()
  await row(rui.page, '書いた本人が削除しました').waitFor()
  await tab.close()
})

test('a deletion asks first, and removes the words from both pages and from replies, also after a reload', async () => {
  const { page } = hana
  await openMenu(row(page, 'Two drafts:'))
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this message?' })
  await dialog.waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete message' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(rui.page, '一つ目がいいです').getByText('削除されたメッセージ')).toBeVisible()
  await expect(rui.page.getByText('Two drafts:')).toHaveCount(0)
  await expect(page.getByText('Two drafts:')).toHaveCount(0)
  await waitForNoDialog(page)
  await Promise.all([page.reload(), rui.page.reload()])
  await expect(row(page, '一つ目がいいです').getByText('Deleted message')).toBeVisible()
  for (const one of [page, rui.page]) await expect(one.getByText('Two drafts:')).toHaveCount(0)
  for (const one of [page, rui.page]) expect(await findViolations(one)).toEqual([])
})

test('the other member sees who is typing, until that is turned off in the settings', async () => {
  const { page } = hana
  const frames: string[] = []
  rui.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  })
  await rui.page.reload()
  await rui.page.getByText('オンライン', { exact: true }).waitFor()
  await composer(page).pressSequentially('Hm')
  await rui.page.getByText('入力中…', { exact: true }).waitFor()
  const isTyping = (frame: string) => frame.includes('"typing"')
  expect(frames.filter(isTyping)).not.toEqual([])
  const settings = await hana.context.newPage()
  await settings.goto('/settings/')
  const saved = settings.waitForResponse((response) => response.url().includes('/setChatSettings'))
  // Not `uncheck`, which does not wait until the page shows the change.
  await settings.getByRole('switch', { name: 'Show when I am typing' }).click()
  expect((await saved).status()).toBe(200)
  await write(page, 'Hm, well')
  await row(rui.page, 'Hm, well').waitFor()
  frames.length = 0
  // Messages come after the typing notice of their author.
  await write(page, 'Unseen while I wrote')
  await row(rui.page, 'Unseen while I wrote').waitFor()
  expect(frames.filter(isTyping)).toEqual([])
  expect(frames.some((frame) => frame.includes('Unseen while I wrote'))).toBe(true)
  await settings.close()
})

test('a draft and its reply stay on the device after a reload, until they are sent; the list shows the draft', async () => {
  const { page } = hana
  await openMenu(row(page, 'Unseen while I wrote'))
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await composer(page).fill('Half a sentence that')
  await page.reload()
  await expect(composer(page)).toHaveValue('Half a sentence that')
  const reply = page.locator('form').filter({ hasText: 'Reply to' })
  await expect(reply).toContainText('Unseen while I wrote')
  await page.goto('/messenger/')
  const entry = page.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name: 'Draft: Half a sentence that' })
  await entry.waitFor()
  expect(await findViolations(page)).toEqual([])
  await entry.click()
  await expect(reply).toContainText('Unseen while I wrote')
  await page.getByRole('button', { name: 'Cancel the reply' }).click()
  await page.reload()
  await expect(composer(page)).toHaveValue('Half a sentence that')
  await expect(reply).toHaveCount(0)
  await write(page, 'A whole sentence')
  await row(rui.page, 'A whole sentence').waitFor()
  await page.reload()
  await expect(composer(page)).toHaveValue('')
})

test('messages and changes made while the line is cut arrive once and in order', async () => {
  const { page, context } = rui
  await context.setOffline(true)
  await write(page, '電波がありません')
  await page.getByText('接続を待っています').waitFor()
  await write(hana.page, 'Are you there?')
  await row(hana.page, 'Are you there?').waitFor()
  await composer(hana.page).press('ArrowUp')
  await hana.page.getByRole('textbox', { name: 'New text of the message' }).fill('Are you back?')
  await hana.page.keyboard.press('Enter')
  await row(hana.page, 'Are you back?').getByText('edited').waitFor()
  await openMenu(row(hana.page, 'A whole sentence'))
  await hana.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await hana.page.getByRole('button', { name: 'Delete message' }).click()
  await expect(hana.page.getByText('A whole sentence')).toHaveCount(0)
  await context.setOffline(false)
  await row(hana.page, '電波がありません').waitFor()
  await expect(rows(page, 'Are you back?')).toHaveCount(1)
  await expect(rows(page, '電波がありません')).toHaveCount(1)
  await expect(page.getByText('A whole sentence')).toHaveCount(0)
  const order = await page
    .getByRole('log')
    .locator('li[data-seq]')
    .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-seq'))))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(new Set(order).size).toBe(order.length)
})

test('no page has logged an error, except for the line that was cut and the edit that was refused', () => {
  const errors = [...hana.consoleErrors, ...rui.consoleErrors]
  expect(errors.filter((line) => !/ERR_INTERNET_DISCONNECTED|WebSocket|status of 409/.test(line))).toEqual([])
})
