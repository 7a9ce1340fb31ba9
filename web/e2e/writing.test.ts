import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, type Person, person } from './browser.ts'
import { signIn } from './steps.ts'
import { url } from './world.ts'

/** Texts proposed from a title: they stream, can be undone, and never touch what a person wrote. */
let browser: Browser
let seller: Person
beforeAll(async () => {
  browser = await launch()
  seller = await person(browser, url)
})
afterAll(() => browser.close())

test('a settled title proposes both texts; what a person wrote stays, and a proposal can be taken out', async () => {
  const { page } = seller
  await page.goto('/')
  await signIn(page, 'seller')
  await page.goto('/list/services')
  const card = page.getByLabel('Card description')
  const description = page.getByRole('textbox', { name: 'Main description' })
  await description.waitFor()
  // What the field held, frame by frame.
  await card.evaluate((field) => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      seen.add((field as HTMLTextAreaElement).value)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.getByLabel('Title', { exact: true }).fill('Signs for small shops')
  const proposed = page.getByText('Proposed from your title.')
  await proposed.nth(1).waitFor()
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen.length).toBeGreaterThan(4)
  expect(seen.every((text, i) => i === 0 || text.startsWith(seen[i - 1]!))).toBe(true)
  expect(await card.inputValue()).toMatch(/^Signs for small shops\. /)
  expect(await description.locator('li').count()).toBe(3)

  await page.getByRole('button', { name: 'Undo the proposal' }).last().click()
  await proposed.nth(1).waitFor({ state: 'detached' })
  expect(await description.textContent()).toBe('')
  await card.press('End')
  await card.pressSequentially(' Mine.')
  await proposed.waitFor({ state: 'detached' })
  const mine = await card.inputValue()
  expect(mine).toMatch(/ Mine\.$/)

  await page.getByRole('button', { name: 'Propose a text' }).click()
  await description.locator('p').nth(1).waitFor()
  await description.press('Control+End')
  await description.pressSequentially('Stop, I write this.')
  await page.getByText('Writing a proposal').waitFor({ state: 'detached' })
  expect(await description.textContent()).toContain('Stop, I write this.')
  expect(await card.inputValue()).toBe(mine)
  expect(seller.complaints).toEqual([])
})
