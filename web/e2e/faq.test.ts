import type { Config } from '../page-request.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { focused, press, tabTo } from './keys.ts'
import { url } from './world.ts'

/** The questions and answers, by keyboard: topics, search, links to single questions, print. */

const WINDOWS = [
  { language: 'en-GB', width: 1440, first: 'What is Warren?', money: 'Is my money safe?', search: 'Search questions and answers' },
  { language: 'ja-JP', width: 390, first: 'Warrenとは？', money: 'お金は安全ですか？', search: '質問と回答を検索' },
]

let guest: UserBrowser
test.beforeAll(async () => {
  guest = await openUserBrowser()
  await guest.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})
test.afterAll(closeUserBrowsers)

const heading = (name: string) => guest.page.getByRole('main').getByRole('heading', { name, exact: true })
const topOf = (name: string) => heading(name).evaluate((element) => element.getBoundingClientRect().top)
const current = ({ page }: UserBrowser) => page.getByRole('main').locator('nav [aria-current=location]')

for (const { language, width, first, money, search } of WINDOWS) {
  test(`in ${language}, ${width} px wide, the topics follow the scroll position and lead to their sections by keyboard`, async () => {
    const one = await openUserBrowser({ language, width })
    const { page } = one
    await page.goto('/faq/')
    await expect(current(one)).toHaveText(first)
    await tabTo(page, new RegExp(`^${search}`))
    await tabTo(page, new RegExp(`^${money.replace('?', '\\?')}$`))
    await press(page, 'Enter')
    await page.waitForURL('**/faq/money')
    await expect(current(one)).toHaveText(money)
    // The section is below the bars, and in the upper half of the window.
    const top = () => page.locator('#money').evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(300)
    expect(await top()).toBeGreaterThan(60)
    await press(page, 'Tab')
    expect(await page.evaluate(() => document.activeElement!.closest('section')!.id)).toBe('money')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(current(one)).not.toHaveText(money)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(current(one)).toHaveText(first)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(one.consoleErrors).toEqual([])
  })
}

for (const motion of [true, false])
  test(`a link to a topic scrolls ${motion ? 'smoothly' : 'at once, as the reader prefers reduced motion'}`, async () => {
    const { page } = await openUserBrowser({ motion })
    await page.goto('/faq/')
    // Presses the link and returns the scroll positions until they no longer change.
    const positions = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      document.querySelector<HTMLElement>('main [data-topic="money"]')!.click()
      const seen: number[] = []
      for (let same = 0; same < 20; same = scrollY > 0 && seen.at(-1) === scrollY ? same + 1 : 0) {
        seen.push(scrollY)
        await frame()
      }
      return [...new Set(seen.filter((top) => top > 0))]
    })
    expect(positions.length > 3).toBe(motion)
  })

test('a search keeps the questions with all of its words, marks them, and says how many there are', async () => {
  const { page } = guest
  await page.goto('/faq/')
  await tabTo(page, /^Search questions/)
  await page.keyboard.type('Arbitrator REFUND')
  await heading('Who decides a dispute?').waitFor()
  const main = page.getByRole('main')
  await expect(heading('What is Warren?')).toHaveCount(0)
  await expect(main.locator('mark', { hasText: /^arbitrator$/ }).first()).toBeVisible()
  await expect(main.getByRole('status').first()).toHaveText(/^\d answers? found$/)
  expect(await findViolations(page, 'main')).toEqual([])
  // A topic ends the search.
  await main.getByRole('link', { name: 'How do I sign up?' }).press('Enter')
  await heading('How do I sign up?').waitFor()
  await expect(main.getByRole('searchbox')).toHaveValue('')
  await expect.poll(() => topOf('How do I sign up?')).toBeLessThan(300)
})

test('a search without result says so and leads back to all questions', async () => {
  const { page } = guest
  const main = page.getByRole('main')
  await page.goto('/faq/')
  await main.getByRole('searchbox').fill('zebra')
  await heading('No answer contains all of these words').waitFor()
  await expect(main.getByRole('status').first()).toHaveText('0 answers found')
  expect(await findViolations(page, 'main')).toEqual([])
  await main.getByRole('button', { name: 'Show all questions' }).press('Enter')
  await heading('What is Warren?').waitFor()
})

test('a Japanese search finds katakana by half-width letters and by hiragana', async () => {
  const { page } = await openUserBrowser({ language: 'ja-JP', width: 390 })
  await page.goto('/faq/')
  for (const text of ['ｷｬﾝｾﾙ', 'きゃんせる']) {
    await page.getByRole('main').getByRole('searchbox').fill(text)
    await page.getByRole('main').getByRole('heading', { name: 'いつキャンセルできますか？' }).waitFor()
    await expect(page.getByRole('main').locator('mark').first()).toHaveText('キャンセル')
    await expect(page.getByRole('main').getByRole('heading', { name: 'Warrenとは？' })).toHaveCount(0)
  }
})

test('each question has a link to copy, which opens the page at this question', async () => {
  const { page } = guest
  await page.goto('/faq/')
  const copy = page.getByRole('button', { name: 'Copy the link to “When can I cancel?”' })
  await copy.focus()
  await press(page, 'Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/faq/orders#cancel`)
  expect((await focused(page)).name).toContain('When can I cancel?')
  await page.goto('/faq/orders#cancel')
  await expect.poll(() => topOf('When can I cancel?')).toBeLessThan(300)
  expect(await topOf('When can I cancel?')).toBeGreaterThan(60)
  await expect(page.locator('#cancel')).toHaveAttribute('data-linked', 'true')
  // A link inside an answer leads to another question of the page.
  await page.getByRole('link', { name: 'How high is our fee?' }).press('Enter')
  await page.waitForURL('**/faq/money#fee')
  await expect.poll(() => topOf('How high is the fee?')).toBeLessThan(300)
})

test('the answers name the contract, the fee and the time limits of this deployment, and search engines get all questions', async () => {
  const { page } = guest
  await page.goto('/faq/')
  await page.locator('#tech').waitFor()
  const { orderBook } = await page.evaluate(
    () => (JSON.parse(document.getElementById('warren-data')!.textContent!) as { config: Config }).config,
  )
  await expect(page.locator('#tech code').first()).toHaveText(orderBook)
  await expect(page.locator('#fee')).toContainText('At the moment the fee is normally 10% of the price.')
  await expect(page.locator('#no-answer')).toContainText('once 14 days have passed after the delivery')
  const json = JSON.parse((await page.locator('main script[type="application/ld+json"]').textContent())!)
  expect(json['@type']).toBe('FAQPage')
  expect(json.mainEntity.length).toBe(await page.getByRole('button', { name: /^Copy the link to/ }).count())
})

test('on paper there are only questions and answers', async () => {
  const { page } = guest
  await page.goto('/faq/')
  await heading('When can I cancel?').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect(heading('When can I cancel?')).toBeVisible()
  for (const hidden of [page.getByRole('banner'), page.locator('footer'), page.locator('main nav'), page.locator('main search')])
    await expect(hidden).toBeHidden()
  expect(await page.getByRole('button').count()).toBe(0)
  await page.emulateMedia({ media: null })
  expect(guest.consoleErrors).toEqual([])
})
