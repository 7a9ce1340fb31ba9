import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { closeUserBrowsers } from './browser.ts'
import { send } from './calls.ts'
import { type Member, openChat, openMember, sendMessage } from './conversation.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { changeRoomStorage } from './room-storage.ts'
import { url } from './world.ts'

/** A room with 50,000 messages, one every ten minutes, read in English on a wide screen and in Japanese at the width of a phone. */
test.describe.configure({ mode: 'serial' })

const COUNT = 50_000
const TEN_MINUTES = 600
/** The newest message that the reader has read. */
const READ = COUNT - 90
/** The message that the newest one answers. */
const ANSWERED = 120
/** At most this many messages are in the page. */
const WINDOW = 200

let hana: Member
let rui: Member
let room: string
/** The time of the newest stored message (UTC seconds). */
const newestAt = Math.floor(Date.now() / 1000) - 60
const timeOf = (seq: number) => newestAt - (COUNT - seq) * TEN_MINUTES

const readNewest = async (): Promise<number> => {
  const answer = await fetch(`${url}/api/chat/getRoomMessages?roomId=${room}`, { headers: { cookie: hana.cookie } })
  return ((await answer.json()) as { messages: { seq: number }[] }).messages.at(-1)!.seq
}

/** Waits until the search finds the first message: after that the room is idle. */
const waitUntilIndexed = () =>
  expect
    .poll(async () => {
      const answer = await fetch(`${url}/api/chat/searchConversations?text=Message`, { headers: { cookie: hana.cookie } })
      return ((await answer.json()) as { messages: unknown[] }).messages.length
    })
    .toBe(1)

/** Writes the messages into the storage of the room, and waits until it has started again. */
async function fillRoom(firstId: string): Promise<void> {
  const text = "'Message ' || i || iif(i % 7, '', ':' || replace(hex(zeroblob(4 + i % 60)), '00', ' draft'))"
  changeRoomStorage(firstId, [
    `update messages set at = ${timeOf(1)}`,
    `with recursive n(i) as (select 2 union all select i + 1 from n where i < ${COUNT})
      insert into messages (seq, id, client_id, user_id, text, mime, at, reply_seq)
      select i, printf('%022d', i), 'client-' || i, iif(i % 3, ${rui.id}, ${hana.id}), ${text}, 'text/plain',
        ${newestAt} - (${COUNT} - i) * ${TEN_MINUTES}, iif(i = ${COUNT}, ${ANSWERED}, null) from n`,
    `insert or replace into reads (user_id, seq, told) values (${hana.id}, ${READ}, ${READ}), (${rui.id}, ${COUNT}, ${COUNT})`,
  ])
  await run('update rooms set last_seq = ? where id = ?', [COUNT, room])
  await run('update room_members set read_seq = iif(user_id = ?, ?, ?) where room_id = ?', [hana.id, READ, COUNT, room])
  await expect.poll(readNewest, { timeout: 150_000, intervals: [14_000, 14_000, 25_000] }).toBe(COUNT)
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  ;[hana, rui] = await Promise.all([openMember('Hana Ito', 'en', 1440), openMember('Rui Mori', 'ja', 390)])
  room = await openChat(hana, rui)
  const first = await sendMessage(hana, room, 'Message 1')
  await waitUntilIndexed()
  const accepted = await send('chat/answerRequest', { roomId: room, action: 'accept' }, { cookie: rui.cookie })
  expect(accepted.status).toBe(200)
  await fillRoom(((await first.json()) as { message: { id: string } }).message.id)
  await hana.page.goto(`/messenger/${room}`)
})
test.afterAll(closeUserBrowsers)

const log = (page: Page) => page.getByRole('log')
const row = (page: Page, seq: number) => page.locator(`li[data-seq="${seq}"]`)
/** The seqs of the messages in the page, in the order of the document. */
const seqsIn = (page: Page) =>
  page.locator('li[data-seq]').evaluateAll((rows) => rows.map((one) => Number((one as HTMLElement).dataset.seq)))

/** Checks that the page has few messages, without gaps and in order, as a screen reader reads them. */
async function expectBoundedList(page: Page): Promise<number[]> {
  // The list is cut after what was loaded is shown; on a busy machine that is a moment later.
  await expect.poll(async () => (await seqsIn(page)).length).toBeLessThanOrEqual(WINDOW)
  const seqs = await seqsIn(page)
  expect(seqs).toEqual(seqs.map((_, i) => seqs[0]! + i))
  return seqs
}

/** Scrolls by wheel until the list begins (or ends) with other messages. Returns how far the watched message moved meanwhile (pixels). */
async function scrollPastPage(page: Page, towards: 'older' | 'newer'): Promise<number> {
  return log(page).evaluate(async (box, direction) => {
    const rows = () => [...box.querySelectorAll<HTMLElement>('li[data-seq]')]
    const edge = () => (direction === 'older' ? rows()[0] : rows().at(-1))!.dataset.seq
    const before = edge()
    box.scrollTop = direction === 'older' ? 300 : box.scrollHeight - box.clientHeight - 300
    const top = box.getBoundingClientRect().top
    const watched = rows().find((one) => one.getBoundingClientRect().bottom > top)!
    const place = watched.getBoundingClientRect().top
    while (edge() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return watched.isConnected ? Math.abs(watched.getBoundingClientRect().top - place) : Number.POSITIVE_INFINITY
  }, towards)
}

test('opens at the line above the first unread message, and a button leads to the newest', async () => {
  const { page } = hana
  await expect(log(page).getByText('90 unread messages')).toBeInViewport()
  await expect(row(page, READ + 1)).toBeInViewport()
  await expect(row(page, COUNT)).not.toBeInViewport()
  await expect(page.getByRole('button', { name: '90 unread messages' })).toHaveCount(0)
  // Nothing is marked as read before the reader has come to the end.
  expect((await run('select read_seq from room_members where room_id = ? and user_id = ?', [room, hana.id]))[0]).toEqual({ read_seq: READ })
  // A link to a later message opens the room there, and a button leads up to the line.
  await page.goto(`/messenger/${room}?message=${READ + 45}`)
  await expect(row(page, READ + 45)).toBeFocused()
  await page.getByRole('button', { name: '90 unread messages' }).click()
  await expect(row(page, READ + 1)).toBeFocused()
  await expect(log(page).getByText('90 unread messages')).toBeInViewport()
  await expect(page.getByRole('button', { name: '90 unread messages' })).toHaveCount(0)
  await page.goto(`/messenger/${room}`)
  await page.getByRole('button', { name: /^\d+ new messages$/ }).click()
  await expect(row(page, COUNT)).toBeInViewport()
})

test('keeps the visible messages in their place, and the page small, while older and newer ones are loaded', async () => {
  const { page } = hana
  for (let i = 0; i < 12; i++) {
    expect(await scrollPastPage(page, 'older')).toBeLessThanOrEqual(1)
    await expectBoundedList(page)
  }
  const nodes = await page.locator('*').count()
  expect(nodes).toBeLessThan(6000)
  expect((await expectBoundedList(page)).at(-1)).toBeLessThan(COUNT - 300)
  for (let i = 0; i < 3; i++) {
    expect(await scrollPastPage(page, 'newer')).toBeLessThanOrEqual(1)
    await expectBoundedList(page)
  }
})

test('counts what arrives meanwhile, and leads back to the newest message', async () => {
  const { page } = hana
  for (const text of ['While you read', 'And another one']) expect((await sendMessage(rui, room, text)).status).toBe(200)
  await page.getByRole('button', { name: '2 new messages' }).click()
  await expect(log(page).getByText('And another one')).toBeInViewport()
  await expect(log(page)).toBeFocused()
  await expectBoundedList(page)
})

test('shows the message that a reply answers, far up', async () => {
  const { page } = hana
  await row(page, COUNT)
    .getByRole('button', { name: /Message 120/ })
    .click()
  await expect(row(page, ANSWERED)).toBeFocused()
  await expect(row(page, ANSWERED)).toBeInViewport()
  const seqs = await expectBoundedList(page)
  expect(seqs.length).toBeLessThanOrEqual(100)
})

test('goes to a date by keyboard, and a message sent from there is shown at the end', async () => {
  const { page } = hana
  const wanted = new Date(timeOf(COUNT / 2) * 1000)
  const day = await page.evaluate((ms) => {
    const date = new Date(ms)
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  }, wanted.getTime())
  await page.getByRole('button', { name: /Go to a date/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Date', { exact: true }).fill(day)
  await page.keyboard.press('Enter')
  const focused = page.locator('li[data-seq]:focus')
  await expect(focused).toBeInViewport()
  const first = Number(await focused.getAttribute('data-seq'))
  const midnight = await page.evaluate((text) => new Date(`${text}T00:00:00`).getTime() / 1000, day)
  expect([timeOf(first) >= midnight, timeOf(first - 1) < midnight]).toEqual([true, true])
  await expectBoundedList(page)

  const field = page.getByRole('textbox', { name: /Write to/ })
  await field.fill('Sent from the middle')
  await field.press('Enter')
  await expect(log(page).getByText('Sent from the middle')).toBeInViewport()
  await expect(row(page, COUNT + 3)).toBeInViewport()
  await expectBoundedList(page)
})

test('works at the width of a phone in Japanese, and is accessible', async () => {
  const { page } = rui
  await page.goto(`/messenger/${room}`)
  await expect(row(page, COUNT + 3)).toBeInViewport()
  for (let i = 0; i < 5; i++) expect(await scrollPastPage(page, 'older')).toBeLessThanOrEqual(1)
  await expectBoundedList(page)
  await page.getByRole('button', { name: '日付を選んで移動' }).click()
  await page.getByLabel('日付', { exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
})
