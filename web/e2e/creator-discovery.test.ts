import { type Session, signIn } from '../../workers/local/seed/client.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { url } from './world.ts'

/** Others find a creator: by a search, on the home page, and as a crawler. */

/** A wallet that no other test uses. */
const OWNER = 108

/** A creator name that no other run uses, and a word that only this page has. */
const name = `Q${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
const word = `brush${crypto.randomUUID().slice(0, 6)}`
const title = `Letters in ${word}`
const path = `/${name}/`

let session: Session
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  session = await signIn(url, OWNER)
  await session.post('auth/addProfile', { profile: { name: 'Mio Sato', title: '', description: '' } })
  const [account] = await run('select address from accounts where user_id = ?', [session.id])
  await run('delete from creators where user_id = ?', [session.id])
  await run('delete from folios where user_id = ?', [session.id])
  await run('insert into creators (user_id, name, wallet, since) values (?, ?, ?, unixepoch())', [
    session.id,
    name,
    String(account!.address),
  ])
  await session.post('creators/addFolio', {
    ...{ name, title, about: 'Every letter by hand.', image: null, video: null, video_thumbnail: null, effect: 'NONE' },
    ...{ primary_color: '#0b2545', secondary_color: '#f2b134', sections: [], version: 0 },
  })
})
test.afterAll(async () => {
  // Other journeys count what is on the home page.
  await run('update creators set is_promoted = 0 where user_id = ?', [session.id])
  await closeUserBrowsers()
})

/** The HTML that the server answers. It is kept for a second, so a change is seen soon. */
const htmlOf = async (address: string) => (await fetchPath(address)).text()

test('a search for words of the page or for the name leads to the page', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  for (const text of [word, name]) {
    await expect(async () => {
      await page.goto(`/search/${text}`)
      await expect(page.locator(`a[href="${path}"]`)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(page.locator(`a[href="${path}"]`)).toContainText('Mio Sato')
  }
  expect(await findViolations(page)).toEqual([])
  await page.locator(`a[href="${path}"]`).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(consoleErrors).toEqual([])
})

test('the sitemap has the page', async () => {
  await expect(async () => {
    expect(await htmlOf('/sitemap.xml')).toContain(`${url}/sitemaps/creators-0.xml`)
    expect(await htmlOf('/sitemaps/creators-0.xml')).toContain(`<loc>${url}${path}</loc>`)
  }).toPass()
})

test('the home page shows the creator while the team promotes the page', async () => {
  expect(await htmlOf('/')).not.toContain(title)
  await run('update creators set is_promoted = 1 where user_id = ?', [session.id])
  await expect(async () => expect(await htmlOf('/')).toContain(title)).toPass()
  for (const [locale, heading, width] of [
    ['en', 'Creators', 1280],
    ['ja', 'クリエイター', 390],
  ] as const) {
    const { page, consoleErrors } = await openUserBrowser({ width, height: 844 })
    await page.goto(`/?hl=${locale}`)
    const section = page.locator('section', { has: page.getByRole('heading', { level: 2, name: heading, exact: true }) })
    await section.scrollIntoViewIfNeeded()
    await expect(section.getByRole('link', { name: title })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await section.getByRole('link', { name: title }).click()
    await page.waitForURL(`**${path}*`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(consoleErrors).toEqual([])
  }
})

test('a removed creator is found nowhere', async () => {
  await run('update creators set removed_at = unixepoch() where user_id = ?', [session.id])
  await expect(async () => expect(await htmlOf('/')).not.toContain(title)).toPass()
  await expect(async () => expect(await htmlOf('/sitemaps/creators-0.xml')).not.toContain(path)).toPass()
  expect((await fetchPath(path)).status).toBe(404)
  const { page } = await openUserBrowser()
  await page.goto(`/search/${word}`)
  await expect(page.locator(`a[href="${path}"]`)).toHaveCount(0)
})
