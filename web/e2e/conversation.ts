import type { Locator, Page } from '@playwright/test'
import { addSession, openUserBrowser, type UserBrowser } from './browser.ts'
import { register, send } from './calls.ts'
import { run } from './database.ts'
import { url } from './world.ts'

export type Member = UserBrowser & { id: number; cookie: string }

/** Registers a member with a name and opens a browser for them. */
export async function openMember(name: string, language: 'en' | 'ja', width: number): Promise<Member> {
  const { cookie } = await register(language)
  const opened = await openUserBrowser({ width, height: width < 500 ? 844 : 900 })
  await opened.context.addCookies([{ name: 'hl', value: language, url }])
  await addSession(opened, cookie)
  await opened.page.goto('/')
  const id = await opened.page.evaluate(async () => ((await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }).user_id)
  await run('insert into profiles (user_id, name, updated_at) values (?, ?, 1)', [id, name])
  return { ...opened, id, cookie }
}

/** Opens the conversation of two members for the first of them; returns its room. */
export const openChat = async (of: Pick<Member, 'cookie'>, other: Pick<Member, 'id'>): Promise<string> =>
  ((await (await send('chat/openChat', { users: [other.id] }, { cookie: of.cookie })).json()) as { roomId: string }).roomId

/** Sends a message without a browser. */
export const sendMessage = (of: Pick<Member, 'cookie'>, roomId: string, text: string) =>
  send('chat/sendMessage', { roomId, clientId: crypto.randomUUID(), message: { text } }, { cookie: of.cookie })

/** Opens a conversation in two browsers: one in English on a wide screen, one in Japanese at the width of a phone. */
export async function openConversation(english: string, japanese: string): Promise<{ one: Member; other: Member; room: string }> {
  const [one, other] = await Promise.all([openMember(english, 'en', 1440), openMember(japanese, 'ja', 390)])
  const room = await openChat(one, other)
  // Both have opened it, so the first message is no request.
  await openChat(other, one)
  await Promise.all([one, other].map(({ page }) => page.goto(`/messenger/${room}`)))
  return { one, other, room }
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /Write to|さんへのメッセージ/ })

/** Writes a message and sends it with Enter. */
export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

export const rows = (page: Page, text: string): Locator => page.getByRole('log').locator('li[data-seq]').filter({ hasText: text })
/** The stored message with a text. Replies to it, which show it too, are further down. */
export const row = (page: Page, text: string): Locator => rows(page, text).first()

/** Opens the menu of a message. */
export async function openMenu(message: Locator): Promise<void> {
  await message.hover()
  await message.getByRole('button', { name: /^Message actions$|^メッセージの操作$/ }).click()
}

/**
 * Begins to collect what a screen reader reads out of the log: the added messages, except in parts that are off or busy. Returns a function
 * that returns how many of them have a text.
 */
export async function watchLog(page: Page): Promise<(text: string) => Promise<number>> {
  const announced = await page.getByRole('log').evaluateHandle((log) => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      if (log.getAttribute('aria-busy') === 'true') return
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLLIElement)) continue
        // The nearest live region is the one that counts.
        if (node.closest('[aria-live], [role=log]')?.getAttribute('aria-live') !== 'off') texts.push(node.innerText)
      }
    }).observe(log, { childList: true, subtree: true })
    return texts
  })
  return (text) => announced.evaluate((texts, part) => texts.filter((one) => one.includes(part)).length, text)
}
