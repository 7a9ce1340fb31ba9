import type { ApiDocument } from '../../workers/shared/api-document.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'

for (const [path, type] of [
  ['/api/openapi.json', 'application/json; charset=utf-8'],
  ['/api/docs', 'text/html; charset=utf-8'],
] as const) {
  test(`${path} is cached for 5 minutes, has an ETag, and refuses POST`, async () => {
    const answer = await fetchPath(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const etag = answer.headers.get('etag')!
    expect((await fetchPath(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await fetchPath(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetchPath(path, { method: 'POST' })).status).toBe(405)
  })
}

test('the OpenAPI document has version 3.1.1 and describes more than 70 calls', async () => {
  const document = (await (await fetchPath('/api/openapi.json')).json()) as ApiDocument
  expect(document.openapi).toBe('3.1.1')
  expect(Object.keys(document.paths).length).toBeGreaterThan(70)
})

for (const width of [390, 1440]) {
  test(`a visitor can use the documentation by keyboard in a window of ${width} px, and axe finds no violations`, async () => {
    try {
      const { page, consoleErrors } = await openUserBrowser({ width })
      await page.goto('/api/docs')
      await page.getByRole('heading', { level: 1, name: 'Warren API' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')

      await page.locator('nav summary', { hasText: 'orders' }).press('Enter')
      await page.getByRole('navigation').getByRole('link', { name: 'quoteOrder' }).press('Enter')
      expect(new URL(page.url()).hash).toBe('#orders.quoteOrder')
      const call = page.locator('[id="orders.quoteOrder"]')
      await call.locator('summary', { hasText: 'Errors' }).press('Enter')
      await call.getByText('token_unsupported').waitFor()

      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('article:nth-of-type(-n+3) details')) fold.setAttribute('open', '')
      })
      expect(await findViolations(page)).toEqual([])
      expect(consoleErrors).toEqual([])
    } finally {
      await closeUserBrowsers()
    }
  })
}
