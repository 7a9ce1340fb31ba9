import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { confirmUntil, interfaceText, signIn } from './steps.ts'

/** English words of the interface that no Japanese page may contain. */
const ENGLISH =
  /\b(Log in|Sign up|Orders|Messages|Search|Continue with|Pay |Accept|Decline|Release|Delivered|Requested|Write to|Send|Save)\b/

let buyer: UserBrowser
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  buyer = await openUserBrowser({ language: 'ja-JP', width: 390, height: 844 })
})
test.afterAll(closeUserBrowsers)

test('a buyer signs in, finds a service, pays and sees the order in Japanese on a phone', async () => {
  const { page } = buyer
  await page.goto('/')
  await page.getByRole('heading', { name: '新着のサービス' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ja')
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)
  // The account's language is English, but the choice in this browser has priority.
  await page.goto('/?hl=ja')
  await signIn(page, 'buyer', 'ja')

  await page.getByRole('searchbox').fill('翻訳')
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL(`**/search/${encodeURIComponent('翻訳')}`)
  await page
    .getByRole('link', { name: /英語から/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /英語から/ }).waitFor()
  expect(decodeURIComponent(page.url())).toMatch(/\/services\/\d+\/[^/]*翻訳/)
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)

  await page
    .getByRole('button', { name: /に進む|で進む|続ける|購入/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/USDC/).first().waitFor()
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)
  await dialog.getByRole('button', { name: /USDC.*支払/ }).click()
  await confirmUntil(page, page.getByRole('article', { name: '注文' }))
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)

  await page.goto('/orders/')
  await page.getByRole('tab', { selected: true, name: /依頼/ }).waitFor()
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)
  await page.goto('/messenger/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)
})

for (const path of ['/trending/', '/news/', '/following/', '/settings/']) {
  test(`${path} is in Japanese`, async () => {
    const { page } = buyer
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('body:not(:has([role=status][aria-label="読み込み中"]))').waitFor()
    expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)
    expect(await interfaceText(buyer.page)).not.toMatch(/\b(Follow|Following|Trending|News|Settings|Language|Appearance|Download|Delete)\b/)
  })
}

test('the page of a missing service is in Japanese', async () => {
  const { page } = buyer
  expect((await page.goto('/services/999999999/'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: '受付を終了しました' }).waitFor()
  expect(await interfaceText(buyer.page)).not.toMatch(ENGLISH)
})

test('a Japanese title on an English page has its line breaks between phrases', async () => {
  const { context, page } = await openUserBrowser()
  await page.goto('/')
  await signIn(page, 'buyer')
  await page.goto('/orders/?hl=en')
  const title = page.locator('main bdi[lang=ja]').first()
  await title.waitFor()
  expect(await title.evaluate((element) => getComputedStyle(element).wordBreak)).toBe('auto-phrase')
  await context.close()
})
