import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { closeUserBrowsers } from './browser.ts'
import { type Member, openChat, openMember, sendMessage } from './conversation.ts'
import { expect, test } from './fixtures.ts'

/** The list of conversations of one member in two browsers: in Japanese on a phone and in English on a wide screen. */
test.describe.configure({ mode: 'serial' })

let hana: Member
let rui: Member
const others: Record<string, Member & { room: string }> = {}

test.beforeAll(async () => {
  ;[hana, rui] = await Promise.all([openMember('Hana Ito', 'en', 1440), openMember('森るい', 'ja', 390)])
  for (const name of ['Ada Byron', '青木さくら', 'Kai Noda']) {
    const other = await openMember(name, 'en', 1440)
    for (const me of [hana, rui]) {
      const room = await openChat(me, other)
      await openChat(other, me)
      await sendMessage(other, room, name === 'Kai Noda' ? 'The kiln is free on Friday' : '青い器を作りました')
      if (me === hana) others[name] = { ...other, room }
    }
    await other.context.close()
  }
})
test.afterAll(closeUserBrowsers)

const list = (page: Page) => page.getByRole('navigation', { name: /^(Messages|メッセージ)$/ })
const entries = (page: Page) => list(page).getByRole('link')
const entry = (page: Page, name: string) => entries(page).filter({ hasText: name })
const names = async (page: Page) => {
  const texts = await entries(page).allInnerTexts()
  return texts.map((text) => ['Ada Byron', '青木さくら', 'Kai Noda'].find((name) => text.includes(name)))
}
/** Opens the menu of a conversation by keyboard and presses an item. */
async function act(page: Page, name: string, action: string) {
  const button = list(page).getByRole('button', { name: `Actions for ${name}` })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: action, exact: true }).click()
}

test('a search finds people by name and words in messages, and opens the conversation at the message', async () => {
  const { page } = hana
  await page.goto('/messenger/')
  await expect(entries(page)).toHaveCount(3)
  expect(await findViolations(page)).toEqual([])
  const field = page.getByRole('searchbox', { name: 'Search people and messages' })
  await field.fill('kiln')
  const found = list(page).getByRole('link', { name: /The kiln is free/ })
  await expect(found).toHaveCount(1)
  await expect(found.locator('mark')).toHaveText('kiln')
  expect(await findViolations(page)).toEqual([])
  await found.click()
  await expect(page.locator('li[data-seq="1"]')).toBeFocused()
  await field.fill('ada')
  await expect(entries(page)).toHaveCount(1)
  await entry(page, 'Ada Byron').waitFor()
  await field.fill('nothing like this')
  await page.getByText('Nothing found. Try another word or name.').waitFor()
  await field.press('Escape')
  await expect(entries(page)).toHaveCount(3)
})

test('a search in Japanese finds a single character', async () => {
  const { page } = rui
  await page.goto('/messenger/')
  await page.getByRole('searchbox', { name: '人やメッセージを検索' }).fill('青')
  await list(page).getByRole('heading', { name: '会話' }).waitFor()
  await expect(
    entries(page)
      .filter({ hasText: '青い器' })
      .filter({ has: page.locator('mark') }),
  ).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('searchbox', { name: '人やメッセージを検索' }).fill('')
  await expect(entries(page)).toHaveCount(3)
})

test('a pinned conversation comes first, by keyboard', async () => {
  const { page } = hana
  await act(page, 'Ada Byron', 'Pin to the top')
  await expect.poll(async () => (await names(page))[0]).toBe('Ada Byron')
  await entry(page, 'Ada Byron').getByText('Pinned').waitFor({ state: 'attached' })
  await page.reload()
  await expect.poll(async () => (await names(page))[0]).toBe('Ada Byron')
})

test('a muted conversation has no part in the count of unread messages', async () => {
  const { page } = hana
  await page.goto('/messenger/')
  const count = page.getByRole('banner').getByRole('link', { name: /Messages/ })
  await expect(count).toContainText('2')
  await entry(page, '青木さくら').click({ button: 'right' })
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(count).toContainText('1')
  // The title of the page has the same number.
  await expect(page).toHaveTitle('(1) Messages · Warren')
  await sendMessage(others.青木さくら!, others.青木さくら!.room, 'もう一つ')
  await entry(page, 'もう一つ').waitFor()
  await expect(count).toContainText('1')
})

test('an archived conversation is in its own list, and comes back with a new message', async () => {
  const { page } = hana
  await act(page, 'Kai Noda', 'Archive')
  await expect(entry(page, 'Kai Noda')).toHaveCount(0)
  await page.getByText('Conversation archived').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await entry(page, 'Kai Noda').waitFor()
  await act(page, 'Kai Noda', 'Archive')
  await page.getByRole('tab', { name: 'Archived' }).click()
  await entry(page, 'Kai Noda').waitFor()
  await sendMessage(others['Kai Noda']!, others['Kai Noda']!.room, 'Saturday too')
  await expect(entry(page, 'Kai Noda')).toHaveCount(0)
  await page.getByRole('tab', { name: 'All' }).click()
  await entry(page, 'Saturday too').waitFor()
})

test('a conversation can be marked as unread, until it is opened', async () => {
  const { page } = hana
  await entry(page, 'Ada Byron').click()
  await page.getByRole('region', { name: 'Conversation with Ada Byron' }).waitFor()
  // The server knows that it was read.
  const unread = () =>
    page.evaluate(async (room) => {
      const { conversations } = (await (await fetch('/api/chat/getConversations')).json()) as {
        conversations: { room_id: string; unread: number }[]
      }
      return conversations.find(({ room_id }) => room_id === room)?.unread
    }, others['Ada Byron']!.room)
  await expect.poll(unread).toBe(0)
  await page.goto('/messenger/')
  await page.getByRole('tab', { name: 'Unread' }).click()
  await expect(entry(page, 'Ada Byron')).toHaveCount(0)
  await page.getByRole('tab', { name: 'All' }).click()
  await act(page, 'Ada Byron', 'Mark as unread')
  await page.getByRole('tab', { name: 'Unread' }).click()
  await entry(page, 'Ada Byron').click()
  await expect(entry(page, 'Ada Byron')).toHaveCount(0)

  // It was open before, so its stored page, which is shown first, does not have the mark.
  await page.getByRole('tab', { name: 'All' }).click()
  await entry(page, 'Kai Noda').click()
  await page.getByRole('region', { name: 'Conversation with Kai Noda' }).waitFor()
  await act(page, 'Ada Byron', 'Mark as unread')
  await page.getByRole('tab', { name: 'Unread' }).click()
  await entry(page, 'Ada Byron').click()
  await expect(entry(page, 'Ada Byron')).toHaveCount(0)
})

test('a message that arrives while the list is loading, or before the page is connected, is listed', async () => {
  const { page } = hana
  const ada = others['Ada Byron']!
  let wanted = Promise.withResolvers<void>()
  wanted.resolve()
  const connected = Promise.withResolvers<void>()
  await page.routeWebSocket('**/api/chat/inbox', async (socket) => {
    await wanted.promise
    socket.connectToServer()
    connected.resolve()
  })

  // The first answer is older than the message, and arrives after the connection.
  const early = await page.evaluate(async () => (await fetch('/api/chat/getConversations?filter=all')).text())
  await page.route(
    '**/api/chat/getConversations?filter=all',
    async (route) => {
      await sendMessage(ada, ada.room, 'Sent while the list was loading')
      await connected.promise
      await route.fulfill({ contentType: 'application/json', body: early })
    },
    { times: 1 },
  )
  await page.goto('/messenger/')
  await entry(page, 'Sent while the list was loading').waitFor()

  wanted = Promise.withResolvers()
  await page.reload()
  await entry(page, 'Sent while the list was loading').waitFor()
  await sendMessage(ada, ada.room, 'Sent before the connection')
  wanted.resolve()
  await entry(page, 'Sent before the connection').waitFor()
})

test('on a phone, a long press opens the menu, and list and conversation follow each other', async () => {
  const { page } = rui
  const row = entry(page, 'Kai Noda')
  const box = (await row.boundingBox())!
  const at = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: box.x + 80, clientY: box.y + 20 }
  await row.dispatchEvent('pointerdown', at)
  await page.getByRole('button', { name: 'ミュートする', exact: true }).waitFor()
  await row.dispatchEvent('pointerup', at)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'アーカイブする', exact: true }).click()
  await expect(row).toHaveCount(0)
  await entry(page, 'Ada Byron').click()
  await page.getByRole('region', { name: /Ada Byron/ }).waitFor()
  await expect(list(page)).toBeHidden()
  await page.getByRole('link', { name: '会話の一覧に戻る' }).click()
  await entry(page, 'Ada Byron').waitFor()
})

test('no page has logged an error', () => {
  expect([...hana.consoleErrors, ...rui.consoleErrors]).toEqual([])
})
