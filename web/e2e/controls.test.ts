import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { CHOSEN, contrastOf } from './contrast.ts'
import { expect, test } from './fixtures.ts'
import { dialog, expectFocusInDialog, focused, press } from './keys.ts'

/** Controls of the gallery, by keyboard and by pointer. */

let one: UserBrowser
test.beforeAll(async () => {
  one = await openUserBrowser()
  await one.page.goto('/gallery/')
  await one.page.getByRole('heading', { level: 1, name: 'Controls' }).waitFor()
})
test.afterAll(closeUserBrowsers)
const cell = () => one.page.locator('[data-cell="en light"]')

test('a combobox searches while the user types, keeps the last choice on blur, and can be cleared', async () => {
  const { page } = one
  const box = cell().getByRole('combobox', { name: 'Country' })
  await box.click()
  await box.pressSequentially('côt')
  await cell()
    .getByRole('option', { name: /Ivoire/ })
    .waitFor()
  await press(page, 'Enter')
  expect(await box.inputValue()).toMatch(/Ivoire/)
  await box.fill('uni')
  await press(page, 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter')
  expect(await box.inputValue()).toBe('United States')
  await box.fill('zzz')
  await cell().getByText('No country is called that.').waitFor()
  await press(page, 'Tab')
  await expect.poll(() => box.inputValue()).toBe('United States')
  await box.fill('')
  await press(page, 'Escape')
  expect(await box.inputValue()).toBe('')
})

test('arrow keys change the stars, keys open and close dialogs, and a stepper reduces a number above its maximum to the maximum', async () => {
  const { page } = one
  await cell().getByRole('radio', { name: '4 stars' }).focus()
  await press(page, 'ArrowRight')
  expect(await cell().getByRole('radio', { name: '5 stars' }).isChecked()).toBe(true)
  const hours = cell().getByRole('spinbutton', { name: 'Hours' })
  await hours.fill('99')
  expect(await hours.inputValue()).toBe('5')
  expect(await cell().getByRole('button', { name: 'Increase', exact: true }).first().isDisabled()).toBe(true)

  for (const name of ['Dialog', 'Wide dialog', 'Drawer', 'Share']) {
    await cell().getByRole('button', { name, exact: true }).focus()
    await press(page, 'Enter')
    await dialog(page, /Release|Share/).waitFor()
    await expectFocusInDialog(page)
    await press(page, 'Escape')
    await dialog(page, /Release|Share/).waitFor({ state: 'detached' })
    expect((await focused(page)).name).toBe(name)
  }
  expect(one.consoleErrors).toEqual([])
})

test('a selected control stays readable on hover and keeps its background, in both themes', async () => {
  const { page } = one
  const faint: string[] = []
  let seen = 0
  for (const theme of ['light', 'dark']) {
    const chosen = page.locator(`[data-cell="en ${theme}"] ${CHOSEN}:visible`)
    for (const element of await chosen.all()) {
      if ((await element.textContent())?.trim() === '') continue
      const background = () => element.evaluate((node) => getComputedStyle(node).backgroundColor)
      await page.mouse.move(0, 0)
      const before = await background()
      await element.hover()
      const contrast = await contrastOf(element)
      seen++
      const name = `${theme}: ${(await element.textContent())?.trim()}`
      if (contrast < 4.5) faint.push(`${name}: ${contrast.toFixed(2)}`)
      if ((await background()) !== before) faint.push(`${name}: looks like one that is not chosen`)
    }
  }
  expect(faint).toEqual([])
  expect(seen).toBeGreaterThan(12)
})
