import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { url } from './world.ts'

/** Browsing by categories: the row of categories, their pages, and the breadcrumb of a listing. */
test.afterAll(closeUserBrowsers)

const LABELS = {
  en: {
    categories: 'Categories',
    design: 'Design & branding',
    logos: 'Logos',
    breadcrumb: 'Breadcrumb',
    sub: 'Subcategories',
    sort: 'Sort by',
  },
  ja: {
    ...{ categories: 'カテゴリー', design: 'デザイン・ブランディング', logos: 'ロゴ', breadcrumb: 'パンくずリスト' },
    ...{ sub: 'サブカテゴリー', sort: '並べ替え' },
  },
}

const cardsOf = (page: Page) => page.locator('main').getByRole('article')
const fitsWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('the names of categories stay within their links, also long Japanese words', async () => {
  for (const language of ['en', 'ja'] as const) {
    const { page, context } = await openUserBrowser({ width: 390 })
    await context.addCookies([{ name: 'hl', value: language, url }])
    for (const type of ['services', 'jobs', 'events']) {
      await page.goto(`/${type}/`)
      const links = page.getByRole('navigation', { name: LABELS[language].categories }).getByRole('link')
      await links.first().waitFor()
      const tooWide = await links.evaluateAll((all) =>
        all
          .filter((link) => {
            const text = document.createRange()
            text.selectNodeContents(link.querySelector('span')!)
            return text.getBoundingClientRect().width > link.getBoundingClientRect().width
          })
          .map((link) => link.textContent),
      )
      expect(tooWide).toEqual([])
    }
  }
})

for (const language of ['en', 'ja'] as const)
  for (const width of [390, 1440])
    test(`in ${language} at ${width} px: from home to a category and subcategory, with back and forward`, async () => {
      const labels = LABELS[language]
      const { page, context, consoleErrors } = await openUserBrowser({ width })
      await context.addCookies([{ name: 'hl', value: language, url }])
      await page.goto('/')
      await page.getByRole('navigation', { name: labels.categories }).getByRole('link', { name: labels.design }).click()
      await page.waitForURL('**/services/c/design')
      await page.getByRole('heading', { level: 1, name: labels.design }).waitFor()
      await cardsOf(page).first().waitFor()
      expect(await page.title()).toContain(`${labels.design} · `)
      // Listings in the language of the page come first.
      expect(await cardsOf(page).first().getByRole('heading', { level: 3 }).getAttribute('lang')).toBe(language)
      expect(await findViolations(page)).toEqual([])
      expect(await fitsWindow(page)).toBe(true)
      await page.getByRole('navigation', { name: labels.sub }).getByRole('link', { name: labels.logos, exact: true }).click()
      await page.waitForURL('**/services/c/design/logo')
      await page.getByRole('heading', { level: 1, name: labels.logos, exact: true }).waitFor()
      await page.getByRole('navigation', { name: labels.breadcrumb }).getByRole('link', { name: labels.design }).click()
      await page.waitForURL('**/services/c/design')
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: labels.logos, exact: true }).waitFor()
      await page.goForward()
      await page.getByRole('heading', { level: 1, name: labels.design }).waitFor()
      expect(consoleErrors).toEqual([])
    })

test('a category is sorted and filtered by its address, and filters that find nothing can be removed', async () => {
  const { page } = await openUserBrowser()
  await page.goto('/services/c/design')
  const language = page.getByRole('combobox', { name: 'Language' })
  await expect(language.locator('option:checked')).toHaveText('English first')
  await language.selectOption('ja')
  await page.waitForURL('**/services/c/design?lang=ja')
  const titles = cardsOf(page).getByRole('heading', { level: 3 })
  await expect(titles.first()).toHaveAttribute('lang', 'ja')
  expect(await titles.evaluateAll((all) => all.filter((title) => title.getAttribute('lang') !== 'ja').length)).toBe(0)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  await page.waitForURL('**/services/c/design?sort=price&lang=ja')
  await page.getByLabel('Price from').fill('900000')
  await page.getByLabel('Price from').press('Enter')
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the filter “$900,000 or more”' }).click()
  await cardsOf(page).first().waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
})

test('the breadcrumb of a listing leads to its category', async () => {
  const { page } = await openUserBrowser()
  await page.goto('/services/c/design')
  await cardsOf(page).first().getByRole('link').first().click()
  await page.waitForURL('**/services/*/**')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Design & branding' }).click()
  await page.waitForURL('**/services/c/design')
})

test('a category that does not exist is a 404 with a page that leads on', async () => {
  for (const path of ['/services/c/nothing', '/services/c/design/nothing', '/jobs/c/design'])
    expect((await fetchPath(path)).status).toBe(404)
  const { page } = await openUserBrowser()
  await page.goto('/services/c/nothing')
  await page.getByRole('heading', { level: 1, name: 'There is no such category' }).waitFor()
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Translation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Translation' }).waitFor()
})

test('the HTML of a category has its title, description, address, breadcrumb and first listings', async () => {
  const answer = await fetchPath('/jobs/c/illustrator')
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('<title>Illustrator &amp; animator · Jobs · Warren</title>')
  expect(html).toMatch(/<meta name="description" content="Illustrator &amp; animator: [^"]+">/)
  expect(html).toContain(`<link rel="canonical" href="${url}/jobs/c/illustrator">`)
  const objects = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as { '@type': string; itemListElement?: { item: string }[] },
  )
  const steps = objects.find((object) => object['@type'] === 'BreadcrumbList')!.itemListElement!
  expect(steps.map(({ item }) => item)).toEqual([`${url}/`, `${url}/jobs/`, `${url}/jobs/c/illustrator`])
  const { first } = JSON.parse(/id="warren-data">(.*?)<\/script>/s.exec(html)![1]!) as { first: { key: [string, { category?: string }] }[] }
  expect(first.map(({ key: [name] }) => name)).toEqual(['listings', 'categories'])
})
