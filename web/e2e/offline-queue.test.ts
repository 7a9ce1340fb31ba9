import type { Page } from '@playwright/test'
import { closeUserBrowsers } from './browser.ts'
import { composer, type Member, openConversation, openMenu, row, rows, write } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { waitForNoDialog } from './steps.ts'

/** Messages that are written while the line is cut, in two browsers: English on a wide screen, Japanese at the width of a phone. */
test.describe.configure({ mode: 'serial' })

let aya: Member
let jun: Member
let room: string
test.beforeAll(async () => {
  const opened = await openConversation('Aya Ono', 'Jun Seki')
  ;[aya, jun, room] = [opened.one, opened.other, opened.room]
})
test.afterAll(closeUserBrowsers)

/** Cuts and restores the socket of a browser's pages. The calls still work. */
async function cutSockets({ context }: Member): Promise<() => void> {
  let isCut = true
  await context.routeWebSocket(/\/api\/chat\//, (socket) => {
    if (isCut) void socket.close()
    else socket.connectToServer()
  })
  return () => {
    isCut = false
  }
}

/** The texts of the stored messages, oldest first. */
const stored = (page: Page) =>
  page
    .getByRole('log')
    .locator('li[data-seq]')
    .evaluateAll((list) => list.map((one) => one.querySelector('p')!.innerText))
const waiting = (page: Page) => page.getByRole('log').locator('li[data-state]')
const texts = Array.from({ length: 20 }, (_, i) => `Note ${i + 1}`)

test('20 messages that were written while the line was cut arrive once and in order, with a reload in between', async () => {
  const { page, context } = aya
  await write(page, 'Before the tunnel')
  await row(jun.page, 'Before the tunnel').waitFor()
  await context.setOffline(true)
  for (const text of texts.slice(0, 12)) await write(page, text)
  await expect(waiting(page)).toHaveCount(12)
  await expect(waiting(page).first()).toContainText('waiting for a connection')

  // The page can be loaded again, but no call gets through: they are still waiting.
  await context.route(/\/api\/chat\/(sendMessage|rooms)/, (route) => route.abort('internetdisconnected'))
  const restore = await cutSockets(aya)
  await context.setOffline(false)
  await page.reload()
  await expect(waiting(page)).toHaveCount(12)
  for (const text of texts.slice(12)) await write(page, text)
  await expect(waiting(page)).toHaveCount(20)
  expect(await stored(page)).toEqual(['Before the tunnel'])
  expect(await rows(jun.page, 'Note').count()).toBe(0)

  await context.unrouteAll()
  restore()
  await page.reload()
  await expect(waiting(page)).toHaveCount(0)
  await expect(rows(jun.page, 'Note')).toHaveCount(20)
  for (const one of [page, jun.page]) expect(await stored(one)).toEqual(['Before the tunnel', ...texts])
  await jun.page.reload()
  await expect(rows(jun.page, 'Note')).toHaveCount(20)
  expect(await stored(jun.page)).toEqual(['Before the tunnel', ...texts])
  expect(await page.evaluate(() => localStorage.getItem('warren.outgoing'))).toBeNull()
})

test('after a minute without a line, the messages written meanwhile arrive once and in order, without a reload', async () => {
  const { page, context } = aya
  await page.clock.install()
  await page.reload()
  await row(page, 'Before the tunnel').waitFor()
  await context.setOffline(true)
  for (const text of texts) await write(page, `Late ${text}`)
  await expect(waiting(page)).toHaveCount(20)
  // Everything that waits for a time in the page, such as the next attempt to connect, happens within this minute.
  await page.clock.runFor(60_000)
  await expect(waiting(page)).toHaveCount(20)
  expect(await rows(jun.page, 'Late').count()).toBe(0)
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  await expect(rows(jun.page, 'Late')).toHaveCount(20)
  const wanted = texts.map((text) => `Late ${text}`)
  for (const one of [page, jun.page]) expect((await stored(one)).slice(-20)).toEqual(wanted)
  await page.clock.resume()
})

test('messages whose acknowledgement is lost are sent again and stored once', async () => {
  const { page, context } = jun
  const restore = await cutSockets(jun)
  let lost = 0
  await context.route('**/api/chat/sendMessage', async (route) => {
    await route.fetch()
    // The server has stored the message, but its answer does not arrive.
    if (lost++ < 2) await route.abort('connectionreset')
    else await route.fulfill({ response: await route.fetch() })
  })
  await page.reload()
  await write(page, '届いていますか')
  await expect(row(aya.page, '届いていますか')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  // It was sent at least twice. The page may also find it among the messages that it loads.
  expect(lost).toBeGreaterThan(1)
  await context.unrouteAll()
  restore()
  await page.reload()
  for (const one of [page, aya.page]) await expect(rows(one, '届いていますか')).toHaveCount(1)
})

test('a refused message says why and does not stop the next one; it can be sent again or discarded', async () => {
  const { page, context } = jun
  await write(aya.page, 'Which colour?')
  await row(page, 'Which colour?').waitFor()
  const restore = await cutSockets(jun)
  let isRefused = true
  await context.route('**/api/chat/sendMessage', async (route) => {
    if (!isRefused || !/断られる/.test(route.request().postData() ?? '')) return route.continue()
    return route.fulfill({ status: 500, json: { error: { code: 'internal', message: '' } } })
  })
  await page.reload()
  await openMenu(row(page, 'Which colour?'))
  await page.getByRole('button', { name: '返信', exact: true }).click()
  for (const text of ['断られる一つ目', '断られる二つ目', '通る三つ目']) await write(page, text)
  await row(aya.page, '通る三つ目').waitFor()
  const failed = page.getByRole('log').locator('li[data-state=failed]')
  await expect(failed).toHaveCount(2)
  await expect(failed.first().getByRole('alert')).toContainText('送信できませんでした')
  await expect(failed.first()).toContainText('Which colour?')
  await openMenu(row(aya.page, 'Which colour?'))
  await aya.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await aya.page.getByRole('button', { name: 'Delete message' }).click()
  await waitForNoDialog(aya.page)
  // They are still there after a reload, and are not sent by themselves. The words of the deleted message are gone from the device.
  await page.reload()
  await expect(failed).toHaveCount(2)
  await expect(failed.first()).toContainText('削除されたメッセージ')
  expect(await page.evaluate(() => localStorage.getItem('warren.outgoing'))).not.toContain('Which colour?')
  isRefused = false
  await failed.first().getByRole('button', { name: '取り消す' }).click()
  await expect(failed).toHaveCount(1)
  await failed.getByRole('button', { name: 'もう一度送る' }).click()
  await row(aya.page, '断られる二つ目').waitFor()
  await expect(failed).toHaveCount(0)
  expect(await rows(aya.page, '断られる一つ目').count()).toBe(0)
  await context.unrouteAll()
  restore()
})

test('what waits is sent from any page of the member', async () => {
  const { page, context } = aya
  await page.goto(`/messenger/${room}`)
  await composer(page).waitFor()
  await context.setOffline(true)
  await write(page, 'From another page')
  await expect(waiting(page)).toHaveCount(1)
  await context.route(/\/api\/chat\/sendMessage/, (route) => route.abort('internetdisconnected'))
  await context.setOffline(false)
  await page.goto('/about')
  await context.unrouteAll()
  expect(await rows(jun.page, 'From another page').count()).toBe(0)
  await page.goto('/')
  await row(jun.page, 'From another page').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('warren.outgoing'))).toBeNull()
})

test('no page has logged an error, except for the line that was cut and the messages that were refused', () => {
  const errors = [...aya.consoleErrors, ...jun.consoleErrors]
  expect(errors.filter((line) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|WebSocket|status of 500/.test(line))).toEqual([])
})
