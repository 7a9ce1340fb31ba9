import { addSession, closeUserBrowsers, openUserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'

/** The list of conversations of a member who has more than one page of them. */
test.afterAll(closeUserBrowsers)

/** Inserts 60 conversations with members who do not exist, an hour apart. */
async function insertConversations(me: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const rows = Array.from({ length: 60 }, (_, i) => ({ id: `${me}r${i}`.padEnd(22, '-'), text: `Message ${i + 1}`, at: now - i * 3600 }))
  const json = JSON.stringify(rows)
  await run(
    `insert into rooms (id, created_at, last_seq, last_text, last_user_id, last_at)
      select value ->> 'id', 1, 1, value ->> 'text', ?, value ->> 'at' from json_each(?)`,
    [me, json],
  )
  await run(
    `insert into room_members (room_id, user_id, read_seq, listed_at)
      select value ->> 'id', ?, 1, value ->> 'at' from json_each(?)`,
    [me, json],
  )
}

test('the list of conversations shows 50 and loads the others', async () => {
  const { page, consoleErrors, ...browser } = await openUserBrowser()
  await addSession(browser, (await register()).cookie)
  await page.goto('/')
  const me = await page.evaluate(async () => ((await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }).user_id)
  await insertConversations(me)
  await page.goto('/messenger/')
  const entries = page.getByRole('navigation', { name: 'Messages' }).getByRole('link')
  await expect(entries).toHaveCount(50)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect(entries).toHaveCount(60)
  await expect(entries.nth(59)).toContainText('Message 60')
  await expect(more).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})
