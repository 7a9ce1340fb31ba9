import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { type Session, signIn as seedSignIn, upload } from '../../workers/local/seed/client.ts'
import { PEOPLE } from '../../workers/local/seed/people.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft, fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Profiles, following, carrots, settings and the deletion of an account. */
const PICTURE = readFileSync(new URL('../../workers/local/seed/pictures/island.webp', import.meta.url))
/** Wallets that no other test uses. */
const [NOA, KAI, LEO] = [70, 71, 72]

let noa: UserBrowser & { session: Session }
let kai: UserBrowser & { session: Session }
let guest: UserBrowser
const consoleErrors: string[][] = []
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;[noa, kai, guest] = await Promise.all([openMember(NOA), openMember(KAI), openVisitor()])
  await kai.session.post('auth/addProfile', { profile: { name: 'Kai Berg', title: '', description: '' } })
})
test.afterAll(closeUserBrowsers)

async function openVisitor(): Promise<UserBrowser> {
  const one = await openUserBrowser()
  consoleErrors.push(one.consoleErrors)
  // No real player is loaded in a test; the stub shows that the policy allowed the frame.
  await one.context.route(/youtube-nocookie\.com/, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Player</h1>' }))
  return one
}

/** A browser with the session of a member who has accepted the terms. */
async function openMember(index: number): Promise<UserBrowser & { session: Session }> {
  const [one, session] = await Promise.all([openVisitor(), seedSignIn(url, index)])
  await addSession(one, session.cookie)
  return { ...one, session }
}

const SEEDED = new Set<string>(Object.values(PEOPLE).map(({ name }) => name))

test.describe('the seed data', () => {
  test('has a profile picture for every seller, and all can be loaded', async () => {
    const posters: { name: string; image: string | null }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await fetchPath(`/api/listings/query?type=SERVICES${cursor && `&cursor=${cursor}`}`)
      const { services, next } = (await answer.json()) as { services: { poster: (typeof posters)[number] }[]; next: string | null }
      posters.push(...services.map(({ poster }) => poster))
      cursor = next
    }
    // Sellers of other journeys may have no picture.
    const sellers = posters.filter(({ name }) => SEEDED.has(name))
    expect(sellers.filter(({ image }) => !image)).toEqual([])
    const images = new Set(sellers.flatMap(({ image }) => image ?? []))
    for (const image of images) expect((await fetchPath(`/media/${image}/320.webp`)).headers.get('content-type')).toBe('image/webp')
    expect(images.size).toBeGreaterThan(5)
  })
})

test.describe('a profile', () => {
  test('shows an error for an invalid name or video link, and is saved once they are corrected', async () => {
    const { page } = noa
    await page.goto('/profile/')
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
    const save = page.getByRole('button', { name: 'Save' })
    const name = page.getByLabel('Name', { exact: true })

    await save.click()
    await page.getByText('Please enter a name of 1 to 60 characters.').waitFor()
    for (const wrong of ['N\u200boa', '\u202eaoN', 'N\u2066oa']) {
      await name.fill(wrong)
      await save.click()
      await page.getByText('The name has characters that cannot be seen').waitFor()
    }
    await name.fill('x'.repeat(10_000))
    await save.click()
    await page.getByText('Please enter a name of 1 to 60 characters.').waitFor()
    await name.fill(' Noa  Lind ')
    await page.getByLabel('Title').fill('Carves spoons')
    await page.getByLabel('About you').fill('Cherry and birch.\n\nOne at a time.')
    await page.getByLabel('Country').selectOption('SE')
    await page.locator('input[type=file]').first().setInputFiles({ name: 'me.webp', mimeType: 'image/webp', buffer: PICTURE })
    await page.getByText('Change picture').waitFor()

    const link = page.getByRole('textbox', { name: 'Video link' })
    await link.fill('https://vimeo.com/1234')
    await save.click()
    await page.getByText('This is not a link to a video on YouTube, Dailymotion or Twitch.').waitFor()
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await link.fill('https://youtu.be/dQw4w9WgXcQ?t=7')
    await page.getByRole('button', { name: /Play the introduction/ }).waitFor()
    await save.click()
    await page.getByText('Profile Successfully Added !').waitFor()
    await page.getByLabel('Title').fill('Carves spoons and bowls')
    await save.click()
    await page.getByText('Profile Successfully Updated !').waitFor()
    const { profile } = await noa.session.get<{ profile: object }>('auth/getProfile')
    expect(profile).toMatchObject({
      name: 'Noa Lind',
      title: 'Carves spoons and bowls',
      description: 'Cherry and birch.\n\nOne at a time.',
      geoip: '{"country":"SE"}',
      video: { provider: 'youtube', id: 'dQw4w9WgXcQ' },
    })
  })

  test('shows a server error in the form and keeps the input', async () => {
    const { page } = noa
    await page.route('**/api/auth/addProfile', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'Error Updating Profile !' }).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Carves spoons and bowls')
    await page.unroute('**/api/auth/addProfile')
  })

  test('is readable by crawlers', async () => {
    const answer = await fetchPath(`/profile/${noa.session.id}`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('<title>Noa Lind · Warren</title>')
    expect(html).toContain('<meta property="og:type" content="profile">')
    expect(html).toContain(`<link rel="canonical" href="${url}/profile/${noa.session.id}">`)
    const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!)
    expect(jsonLd).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: 'Noa Lind', jobTitle: 'Carves spoons and bowls' },
    })
    expect((await fetchPath('/profile/999999999')).status).toBe(404)
    expect((await fetchPath('/profile/nobody')).status).toBe(404)
  })

  test('is visible to guests, who must log in to follow or write; the video loads only after its button is pressed', async () => {
    const { page, context } = guest
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`/profile/${noa.session.id}`)
    await page.getByRole('heading', { level: 1, name: 'Noa Lind' }).waitFor()
    await page.getByText('Sweden').waitFor()
    await page.getByText('Cherry and birch.').waitFor()
    expect(asked.filter((one) => one.includes('/api/auth/getProfile'))).toEqual([])
    await page.getByRole('button', { name: 'Message' }).click()
    await page.getByRole('dialog', { name: 'Log in or sign up' }).waitFor()
    await page.keyboard.press('Escape')
    await waitForNoDialog(page)

    expect(asked.filter((one) => !one.startsWith(url))).toEqual([])
    await page.getByRole('button', { name: /Play the introduction/ }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Player' }).waitFor()
    expect(asked.find((one) => !one.startsWith(url))).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)

    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
    await page.getByRole('button', { name: /Copy the wallet address/ }).click()
    await page.getByText('Address copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[0-9a-fA-F]{40}$/)

    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('dialog', { name: 'Log in or sign up' }).waitFor()
    await page.keyboard.press('Escape')
    await waitForNoDialog(page)
  })

  for (const [width, size] of [
    [1440, 256],
    [800, 128],
    [390, 96],
  ] as const) {
    test(`has a picture of ${size} px in a window of ${width} px`, async () => {
      const { page } = guest
      await page.setViewportSize({ width, height: 900 })
      const face = page.locator('header img[srcset]').last()
      expect(await face.boundingBox()).toMatchObject({ width: size, height: size })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.setViewportSize({ width: 1440, height: 900 })
    })
  }

  test('that does not exist shows an error page', async () => {
    const { page } = guest
    await page.goto('/profile/999999999')
    await page.getByRole('heading', { level: 1, name: 'Profile not found' }).waitFor()
  })

  test('has services that are found by its new name and no longer by its old name', async () => {
    const { page, session } = noa
    const found = async (text: string) => {
      const answer = await fetchPath(`/api/listings/query?type=SERVICES&text=${encodeURIComponent(text)}`)
      return ((await answer.json()) as { services: { title: string }[] }).services.map(({ title }) => title)
    }
    const title = 'Spoons for porridge'
    await session.post('listings/addService', { product: draft(await upload(session, 'island'), { title }) })
    expect(await found('Lind')).toContain(title)
    await page.getByLabel('Name', { exact: true }).fill('Noa Ekström')
    // Waits for the answer, because the notice of an earlier change may still be shown.
    const saved = page.waitForResponse('**/api/auth/addProfile')
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await saved).status()).toBe(200)
    expect(await found('Ekström')).toContain(title)
    expect(await found('Lind')).not.toContain(title)
  })
})

test.describe('following and messages', () => {
  test('the page of followed members asks guests to log in', async () => {
    const { page } = guest
    await page.goto('/following/')
    await page.getByRole('dialog', { name: 'Log in or sign up' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Log in to see who you follow' }).waitFor()
  })

  test('the page of followed members shows their listings until they are unfollowed', async () => {
    const { page } = kai
    await page.goto('/following/')
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await page.getByRole('link', { name: 'See what is trending' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trending' }).waitFor()
    await page.getByRole('article').first().waitFor()

    await page.goto(`/profile/${noa.session.id}`)
    await page.getByText('No followers yet').waitFor()
    // The button changes before the answer, and leaving the page would abort the call.
    const followed = page.waitForResponse('**/api/auth/follow')
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
    await followed
    await page.getByText('1 follower', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()

    await page.goto('/following/')
    await page.getByRole('link', { name: 'Spoons for porridge' }).waitFor()
    await page.getByRole('region', { name: 'People you follow' }).getByRole('link', { name: 'Noa Ekström' }).click()
    const unfollowed = page.waitForResponse('**/api/auth/unfollow')
    await page.getByRole('button', { name: 'Following', pressed: true }).click()
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await unfollowed
    await page.goto('/following/')
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  })

  test('a member can open a conversation from a profile', async () => {
    const { page } = kai
    await page.goto(`/profile/${noa.session.id}`)
    await page.getByRole('button', { name: 'Message' }).click()
    await page.waitForURL('**/messenger/*')
    await page.getByRole('region', { name: 'Conversation with Noa Ekström' }).waitFor()
  })

  test('a guest can write to the seller of a service after login; the conversation shows the service and is listed after the first message', async () => {
    const { page } = await openVisitor()
    await page.goto('/news/')
    await page.getByRole('link', { name: 'Spoons for porridge' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Spoons for porridge' }).waitFor()
    await page.getByRole('button', { name: 'Message' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Demo buyer' }).waitFor()
    await signIn(page, 'buyer')
    await page.waitForURL('**/messenger/*')
    const room = page.getByRole('region', { name: 'Conversation with Noa Ekström' })
    const about = room.getByRole('link', { name: /Spoons for porridge/ })
    await about.getByText('from $').waitFor()
    const list = (of: Page) => of.getByRole('navigation', { name: 'Messages' }).getByRole('link')
    expect(await list(page).filter({ hasText: 'Noa Ekström' }).count()).toBe(0)
    await noa.page.goto('/messenger/')
    await noa.page
      .getByRole('heading', { name: /No conversations yet|Messages/ })
      .first()
      .waitFor()
    expect(await list(noa.page).filter({ hasText: 'Ben Carter' }).count()).toBe(0)

    await room.getByRole('textbox', { name: /Write to/ }).fill('Do you carve left-handed ones?')
    await room.getByRole('textbox', { name: /Write to/ }).press('Enter')
    await list(page).filter({ hasText: 'Noa Ekström' }).waitFor()
    // They have never dealt with each other, so it is a request.
    await noa.page.getByRole('tab', { name: 'Requests 1' }).click()
    await list(noa.page).filter({ hasText: 'Do you carve left-handed ones?' }).click()
    await noa.page
      .getByRole('region', { name: /Conversation with/ })
      .getByRole('link', { name: /Spoons for porridge/ })
      .waitFor()
    await about.click()
    await page.getByRole('heading', { level: 1, name: 'Spoons for porridge' }).waitFor()
  })

  test('the news feed shows guests the newest listing first', async () => {
    const { page } = guest
    await page.goto('/news/')
    await page.getByRole('heading', { level: 1, name: 'News Feeds' }).waitFor()
    expect(await page.getByRole('article').first().textContent()).toContain('Spoons for porridge')
  })
})

test.describe('carrots', () => {
  test('can be claimed once a day; the dialog lists the claim, and the count includes it after a reload', async () => {
    const { page } = kai
    await page.goto('/trending/')
    const counter = page.getByRole('banner').getByRole('button', { name: /carrots/ })
    expect(await counter.textContent()).toContain('0 carrots, 10 to claim')
    await counter.click()
    const dialog = page.getByRole('dialog', { name: 'Your carrots' })
    await dialog.getByText('No carrots yet. Claim your first ones above.').waitFor()
    await dialog.getByRole('button', { name: 'Claim 10 carrots' }).click()
    const none = dialog.getByRole('button', { name: 'No carrots left :-< , please check later' })
    await none.waitFor()
    expect(await none.isDisabled()).toBe(true)
    await dialog.getByText(/^You can claim the next ones from .*, your time\.$/).waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Daily carrots' }).getByText('+10').waitFor()
    await page.keyboard.press('Escape')
    await waitForNoDialog(page)
    expect(await counter.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: '10 carrots', exact: true }).waitFor()
    expect(await kai.session.post('auth/claimCarrots', {})).toMatchObject({ carrots: 10, claimable: 0, claimed: 0 })
  })

  test('can be claimed again after a claim that got no answer and showed an error', async () => {
    const { page } = noa
    await page.route('**/api/auth/claimCarrots', (route) => route.abort())
    await page.goto('/trending/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /carrots/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Your carrots' })
    await dialog.getByRole('button', { name: 'Claim 10 carrots' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The server could not be reached.' }).waitFor()
    await page.unroute('**/api/auth/claimCarrots')
    await dialog.getByRole('button', { name: 'Claim 10 carrots' }).click()
    await dialog.getByRole('button', { name: /^No carrots left/ }).waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
  })
})

test.describe('settings', () => {
  test('change the language and the theme of a guest without a reload', async () => {
    const { page } = guest
    await page.goto('/settings/')
    await page.getByRole('group', { name: 'Appearance' }).locator('label', { hasText: 'Dark' }).click()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('group', { name: 'Language' }).locator('label', { hasText: '日本語' }).click()
    await page.getByRole('heading', { level: 1, name: '設定' }).waitFor()
    await page.getByRole('group', { name: '言語' }).locator('label', { hasText: 'English' }).click()
    await page.getByRole('group', { name: 'Appearance' }).locator('label', { hasText: 'System' }).click()
    expect(await page.getByRole('button', { name: 'Download my data' }).count()).toBe(0)
  })

  test('export the member’s data as a file', async () => {
    const { page, session } = noa
    await page.goto('/settings/')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()])
    expect(download.suggestedFilename()).toBe('warren-my-data.json')
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(data).toMatchObject({
      user: { id: session.id },
      profile: { name: 'Noa Ekström' },
      listings: [{ title: 'Spoons for porridge' }],
      conversations: [{ messages: [] }, { messages: [] }],
    })
  })

  test('refuse to delete an account with an open order', async () => {
    const buyer = await openVisitor()
    const { page } = buyer
    await page.goto('/')
    await signIn(page, 'buyer')
    await page.goto('/settings/')
    await page.getByRole('button', { name: /^Delete account/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    await dialog
      .getByRole('alert')
      .filter({ hasText: /unfinished order/ })
      .waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete my account permanently' }).count()).toBe(0)
    await buyer.context.close()
  })

  test('delete an account by keyboard once the word DELETE is typed; its conversations show the deletion', async () => {
    const leo = await openMember(LEO)
    const { page, session } = leo
    await session.post('auth/addProfile', { profile: { name: 'Leo Marsh' } })
    await session.post('listings/addService', { product: draft(await upload(session, 'island'), { title: 'Weirs and hurdles' }) })
    const { roomId } = await session.post<{ roomId: string }>('chat/openChat', { users: [kai.session.id] })
    await session.post('chat/sendMessage', { roomId, clientId: crypto.randomUUID(), message: { text: 'My secret recipe' } })

    await page.goto('/settings/')
    await page.getByRole('button', { name: /^Delete account/ }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete your account' })
    const field = dialog.getByLabel('Type DELETE to confirm')
    await field.waitFor()
    while (!(await field.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
    await page.keyboard.type('DELET')
    await page.keyboard.press('Enter')
    await dialog.getByText('Please type the word DELETE.').waitFor()
    await page.keyboard.type('E')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Your account has been deleted' }).waitFor()
    await page.getByRole('button', { name: 'Go to the home page' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).waitFor()

    expect((await fetchPath(`/profile/${session.id}`)).status).toBe(404)
    await expect(session.get('auth/getProfile')).rejects.toThrow('401')
    await kai.page.goto('/search/hurdles')
    await kai.page.getByText('Nothing found for').waitFor()
    await kai.page.goto(`/messenger/${roomId}`)
    const room = kai.page.getByRole('region', { name: 'Conversation with Deleted account' })
    await room.getByText('The other person’s account was deleted.').waitFor()
    await room.getByText('Deleted by its author').waitFor()
    expect(await kai.page.getByText('My secret recipe').count()).toBe(0)
  })
})

test('a service page loads the seller’s other services only when the reader scrolls to them', async () => {
  const visitor = await openVisitor()
  const { page } = visitor
  const { services } = (await (await fetchPath('/api/listings/query?type=SERVICES')).json()) as { services: Listing[] }
  // The pages of other journeys' services are so short that this list would be loaded at once.
  const seeded = services.filter(({ poster }) => SEEDED.has(poster.name))
  const chosen = seeded.find(({ poster }) => seeded.filter((one) => one.poster.userId === poster.userId).length > 1)!
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/listings/related')) asked.push(request.url())
  })
  await page.goto(`/services/${chosen.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(asked).toEqual([])
  await page.getByText(/^Last changed/).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 4000)
  const more = page.getByRole('heading', { name: `More by ${chosen.poster.name}` })
  await more.waitFor()
  // The page may repeat the same request after a reconnect, so only different ones count.
  expect(new Set(asked).size).toBe(1)
  const section = page.locator('section', { has: more })
  expect(await section.getByRole('article').count()).toBeGreaterThan(0)
  await section.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL((now) => /^\/services\//.test(now.pathname) && !now.pathname.startsWith(`/services/${chosen.id}/`))
  expect(visitor.consoleErrors).toEqual([])
})

test('the browsers logged no unexpected errors', () => {
  expect(consoleErrors.flat().filter((line) => !/status of (404|500)|ERR_FAILED/.test(line))).toEqual([])
})
