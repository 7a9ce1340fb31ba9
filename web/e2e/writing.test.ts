import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { signIn, waitForNoDialog } from './steps.ts'

/** Texts suggested from a title: they stream, can be undone, and never replace the seller's own text. */
let seller: UserBrowser
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  seller = await openUserBrowser()
})
test.afterAll(closeUserBrowsers)

test('card and main description are suggested once the title is typed; the seller’s own text stays, and a suggestion can be undone', async () => {
  const { page } = seller
  await page.goto('/')
  await signIn(page, 'seller')
  await page.goto('/list/services')
  const card = page.getByLabel('Card description')
  const description = page.getByRole('textbox', { name: 'Main description' })
  await description.waitFor()
  // Records the field's content in each frame.
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
  const proposed = page.getByText('Suggested from your title.')
  await proposed.nth(1).waitFor()
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  // A busy machine renders few frames, but the text must grow in more than one.
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.every((text, i) => i === 0 || text.startsWith(seen[i - 1]!))).toBe(true)
  expect(await card.inputValue()).toMatch(/^Signs for small shops\. /)
  expect(await description.locator('li').count()).toBe(3)

  await page.getByRole('button', { name: 'Undo the suggestion' }).last().click()
  await proposed.nth(1).waitFor({ state: 'detached' })
  expect(await description.textContent()).toBe('')
  await card.press('End')
  await card.pressSequentially(' Mine.')
  await proposed.waitFor({ state: 'detached' })
  const mine = await card.inputValue()
  expect(mine).toMatch(/ Mine\.$/)

  await page.getByRole('button', { name: 'Suggest a text' }).click()
  await description.locator('p').nth(1).waitFor()
  await description.press('Control+End')
  await description.pressSequentially('Stop, I write this.')
  await page.getByText('Suggesting a text').waitFor({ state: 'detached' })
  expect(await description.textContent()).toContain('Stop, I write this.')
  expect(await card.inputValue()).toBe(mine)
  expect(seller.consoleErrors).toEqual([])
})

test('a suggested text fits the kind of listing, stays marked after a reload, and cannot be published until its prompts are replaced', async () => {
  const { page } = seller
  await page.goto('/list/jobs')
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 2 })
  const description = page.getByRole('textbox', { name: 'Main description' })
  await description.waitFor()
  await page.getByLabel('Title', { exact: true }).fill('Letterer for shop signs')
  const proposed = page.getByText('Suggested from your title.')
  await proposed.nth(1).waitFor()
  expect(await description.textContent()).toMatch(/We are looking for: Letterer for shop signs/)
  expect(await description.textContent()).not.toMatch(/escrow|revisions/)

  await page.reload()
  await proposed.nth(1).waitFor()
  expect(await description.textContent()).toMatch(/We are looking for: Letterer/)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please replace the lines in brackets with your own words.' })
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await waitForNoDialog(page)

  // A suggestion from before the reload can still be undone, but not once the seller has replaced it.
  await page.getByRole('button', { name: 'Undo the suggestion' }).last().click()
  expect(await description.textContent()).toBe('')
  await description.fill('We paint signs for shops in the old town and look for somebody who letters by hand, two days a week. '.repeat(2))
  await page.getByLabel('Card description').fill('Lettering by hand, two days a week.')
  await proposed.first().waitFor({ state: 'detached' })
  await page.reload()
  await description.getByText('We paint signs').waitFor()
  expect(await proposed.count()).toBe(0)
  expect(seller.consoleErrors).toEqual([])
})
