import type { LinkedWallets } from '../../workers/auth/users.schema.ts'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { register } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { dialog, expectFocusInDialog, focused, press, tabTo } from './keys.ts'
import { waitForButtons, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Dialogs by keyboard: a key opens them, the focus moves inside, Tab stays inside, Esc closes them and returns the focus. */

/** A wallet that no other test uses. */
const NIA = 73

type Who = 'guest' | 'newMember' | 'seller'
interface Row {
  name: RegExp
  /** The controls to press, in this order; the focus returns to the last one, or to `back`. */
  by: RegExp[]
  back?: RegExp
}
/** Dialogs of a page, opened one after the other without a reload. */
const PAGES: { who: Who; path: string; width: number; rows: Row[] }[] = [
  {
    who: 'guest',
    path: '/news/',
    width: 1440,
    rows: [{ name: /^Log in or sign up$/, by: [/^Log in$/] }],
  },
  {
    who: 'newMember',
    path: '/settings/',
    width: 1440,
    rows: [
      { name: /^Your carrots$/, by: [/carrots/] },
      { name: /^Terms and conditions$/, by: [/^Your profile$/] },
      { name: /^Confirm your e-mail address$/, by: [/^Your account$/, /^Confirm your e-mail address$/], back: /^Your account$/ },
      { name: /^Network$/, by: [/^Your account$/, /^Network$/], back: /^Your account$/ },
      { name: /^Link a wallet$/, by: [/^Link another wallet$/] },
      { name: /^Unlink 0x1111/, by: [/^Unlink 0x1111/] },
      { name: /^Delete your account$/, by: [/^Delete account/] },
    ],
  },
  {
    who: 'seller',
    path: '/about',
    width: 390,
    rows: [
      { name: /^How can we reach you\?$/, by: [/^Your account$/, /^Add an e-mail address$/], back: /^Your account$/ },
      { name: /^Menu$/, by: [/^Menu$/] },
      { name: /^About Warren$/, by: [/^Menu$/, /^About Warren$/], back: /^Menu$/ },
    ],
  },
]

const people = {} as Record<Who, UserBrowser>
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const [account, nia] = await Promise.all([register(), seedSignIn(url, NIA)])
  for (const who of ['guest', 'newMember', 'seller'] as const) people[who] = await openUserBrowser({ motion: true })
  await addSession(people.newMember, account.cookie)
  // The only sign-in method cannot be unlinked, so there are two wallets.
  const accounts = ['1', '2'].map((digit) => ({
    address: `0x${digit.repeat(40)}` as const,
    provider: 'io.metamask',
    linkedAt: 1_795_000_000,
    trustedFrom: 0,
    paidFrom: 0,
  }))
  const wallets: LinkedWallets = { accounts, payout: accounts[0]!.address, changes: [] }
  await people.newMember.page.route('**/api/auth/getAccounts', (route) => route.fulfill({ json: wallets }))
  await addSession(people.seller, nia.cookie)
})
test.afterAll(closeUserBrowsers)

/** Expects that the dialog takes the focus, keeps it, and closes by Esc. */
async function expectUsable({ page }: UserBrowser, name: RegExp): Promise<void> {
  await dialog(page, name).waitFor()
  // The content of the dialog may still be loading.
  await page.locator('dialog[open]:not(:has([aria-busy=true], [role=status][aria-label=Loading]))').waitFor()
  // The focus starts at the title or a field, never at the close button.
  expect(await focused(page)).toMatchObject({ inDialog: true, name: expect.not.stringMatching(/^Close$/) })
  await expectFocusInDialog(page)
  await press(page, 'Escape')
  await dialog(page, name).waitFor({ state: 'detached' })
  await waitForNoDialog(page)
}

for (const { who, path, width, rows } of PAGES) {
  test.describe(`${who} at ${path}`, () => {
    test.beforeAll(async () => {
      const { page } = people[who]
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The top bar for members loads a moment later.
      if (who !== 'guest') await page.getByRole('button', { name: 'Your account' }).waitFor()
      await waitForButtons(page)
    })
    for (const { name, by, back } of rows) {
      test(`the dialog ${name} takes, keeps and returns the focus`, async () => {
        const one = people[who]
        for (const control of by) {
          await tabTo(one.page, control)
          await press(one.page, 'Enter')
          // The menu that holds the next control may load a moment later.
          if (control !== by.at(-1)) await one.page.locator('dialog[open], :popover-open').first().waitFor()
        }
        await expectUsable(one, name)
        expect((await focused(one.page)).name).toMatch(back ?? by.at(-1)!)
      })
    }
  })
}

test.describe('a seller without a name', () => {
  test('is asked for a name in the listing form, and is led to the first wrong field', async () => {
    const { page } = people.seller
    await page.goto('/list/services')
    await expectUsable(people.seller, /^What’s your name\?$/)
    await tabTo(page, /^(Publish|Save)/)
    await press(page, 'Enter')
    await expectUsable(people.seller, /^Please select a category\.$/)
    // The focus moves to the wrong field, not to the pressed button.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  })
})

test('the forms in the settings take the focus, keep it on errors, and return it', async () => {
  const { page } = people.newMember
  await page.goto('/settings/')
  await page.getByRole('button', { name: 'Choose a username' }).waitFor()
  for (const [button, field] of [
    [/^Choose a username$/, 'username'],
    [/^Change address$/, 'email'],
    [/^Change password$/, 'current'],
  ] as const) {
    const inField = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name)
    await tabTo(page, button)
    await press(page, 'Enter')
    expect(await inField()).toBe(field)
    await press(page, 'Enter')
    await page.locator(`[name=${field}][aria-invalid]`).waitFor()
    expect(await inField()).toBe(field)
    await tabTo(page, /^Cancel$/)
    await press(page, 'Enter')
    await expect.poll(async () => (await focused(page)).name).toMatch(button)
  }
  const username = `kim_${Date.now()}`
  await tabTo(page, /^Choose a username$/)
  await press(page, 'Enter')
  await page.keyboard.type(username)
  await press(page, 'Enter')
  await page.getByRole('main').getByText(username).waitFor()
  await expect.poll(async () => (await focused(page)).name).toMatch(/^Change username$/)
})

test('the browsers logged no errors', () => {
  expect(Object.values(people).flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})
