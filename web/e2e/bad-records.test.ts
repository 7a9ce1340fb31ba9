import type { Page } from '@playwright/test'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps.ts'

/** Lists with records that cannot be rendered: a notice replaces each of them, and the console has the reason. */

const ENTRY_ERROR = 'We could not show this item. Reload the page to try again.'

let ben: UserBrowser
test.beforeAll(async () => {
  ben = await openUserBrowser()
  await ben.page.goto('/')
  await signIn(ben.page, 'buyer')
})
test.afterAll(closeUserBrowsers)

/** Changes the answer of a call before it reaches the page. */
const changeAnswer = (page: Page, call: string, change: (answer: never) => void) =>
  page.route(`**/api/${call}*`, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as never
    change(json)
    await route.fulfill({ response: answer, json })
  })

/** Opens a page. A search starts on another page, because the edge writes the results into the page of a search. */
async function open(page: Page, path: string): Promise<void> {
  const isSearch = path.startsWith('/search/')
  await page.goto(isSearch ? '/about' : path)
  if (isSearch) await page.evaluate((to) => history.pushState(null, '', to), path)
}

const records: [list: string, path: string, call: string, change: (answer: never) => void, others: string][] = [
  [
    'found services',
    '/search/logo',
    'listings/query',
    ({ services }: { services: { listType: string; poster: unknown }[] }) => {
      if (services[0]?.listType === 'services') services[0].poster = null
    },
    'article',
  ],
  [
    'events',
    '/search/evening',
    'listings/query',
    ({ services }: { services: { listType: string; event: { event_date: number } }[] }) => {
      if (services[0]?.listType === 'events') services[0].event.event_date = 9e12
    },
    'main',
  ],
  [
    'orders',
    '/orders/',
    'orders/getMyOrders',
    ({ orders }: { orders: { price: string }[] }) => {
      if (orders[0]) orders[0].price = 'a lot'
    },
    'main',
  ],
  [
    'conversations',
    '/messenger/',
    'chat/getConversations',
    ({ conversations }: { conversations: { last: unknown }[] }) => {
      const [first] = conversations
      if (first) first.last = { text: 'Hello', userId: 1, at: 9e12 }
    },
    'main',
  ],
] as never

for (const [name, path, call, change, others] of records) {
  test(`a list of ${name} is still shown when an entry is damaged`, async () => {
    const { page, consoleErrors } = ben
    await changeAnswer(page, call, change)
    consoleErrors.length = 0
    await open(page, path)
    await page.getByText(ENTRY_ERROR).first().waitFor()
    expect(await page.getByRole('heading', { name: 'Something went wrong' }).count()).toBe(0)
    expect(await page.locator(others).count()).toBeGreaterThan(0)
    expect(consoleErrors.length).toBeGreaterThan(0)
    await page.unrouteAll({ behavior: 'wait' })
  })
}

test('a stored draft that cannot be shown can be deleted, and the form opens empty', async () => {
  const { page } = ben
  await page.goto('/')
  await page.evaluate(async () => {
    const { user_id } = (await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }
    localStorage.setItem(`draft/services/${user_id}/new`, JSON.stringify({ draft: { title: 'Old', proposed: null } }))
  })
  await page.goto('/list/services')
  await page.getByText('This draft cannot be shown').waitFor()
  await page.getByRole('button', { name: 'Delete the draft and start again' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('')
})
