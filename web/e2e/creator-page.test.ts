import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { FolioAnswer } from '../../workers/creators/folios.schema.ts'
import { type Session, signIn } from '../../workers/local/seed/client.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { recordClip } from './clip.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { dialog, press } from './keys.ts'
import { interfaceText, PIXEL, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** A creator builds a page, goes back to an earlier version of it, and others see it. */

/** Wallets that no other test uses. */
const [OWNER, STRANGER] = [106, 107]
const ISLAND = {
  name: 'island.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(new URL('../../workers/local/seed/pictures/island.webp', import.meta.url)),
}

/** A creator name that no other run uses. */
const name = `K${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
const path = `/${name}/`

let owner: UserBrowser & { session: Session }
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  const session = await signIn(url, OWNER)
  await session.post('auth/addProfile', { profile: { name: 'Aiko Mori', title: 'Letters', description: '' } })
  const [account] = await run('select address from accounts where user_id = ?', [session.id])
  await run('delete from creators where user_id = ?', [session.id])
  await run('insert into creators (user_id, name, wallet, since) values (?, ?, ?, unixepoch())', [
    session.id,
    name,
    String(account!.address),
  ])
  owner = { ...(await openUserBrowser()), session }
  await addSession(owner, session.cookie)
})
test.afterAll(closeUserBrowsers)

const savedFolio = async () => ((await (await fetchPath(`/api/creators/getFolio?name=${name}`)).json()) as FolioAnswer).folio

const openEditor = async (page: Page) => {
  await page.goto(path)
  await page.getByRole('button', { name: /^(Build your page|Edit the page)$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit your creator page' }).waitFor()
}

/** Adds a section of a kind, which is then open. Returns its item. */
async function addSection(page: Page, kind: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a section' }).click()
  await dialog(page, 'Add a section')
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click()
  await waitForNoDialog(page)
  const field = page.getByLabel('Title of the section')
  await expect(field).toBeFocused()
  await field.fill(title)
  return page
    .getByRole('list', { name: 'Sections' })
    .locator(':scope > li')
    .filter({ hasText: `${kind}: ${title}` })
}

const writeText = (box: Locator, text: string) => box.getByRole('textbox', { name: 'Text', exact: true }).fill(text)

/** Chooses a picture in a field and waits until it is stored. */
async function choosePicture(box: Locator, label = 'Choose a picture') {
  await box.getByLabel(label).setInputFiles(ISLAND)
  await box.locator('img[src^="/media/"]').last().waitFor()
}

const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()

/** Publishes and waits for the result. */
async function publishAll(page: Page) {
  await publish(page)
  await dialog(page, 'Your page has been saved').getByRole('button', { name: 'Keep editing' }).click()
  await waitForNoDialog(page)
}

const sectionTitles = (page: Page) => page.getByRole('list', { name: 'Sections' }).locator(':scope > li > div > b').allTextContents()

test('a creator builds a page with all kinds of sections; nothing is lost when saving fails', async () => {
  const { page } = owner
  // The form to apply is for members who are no creators.
  await page.goto('/creator-sign-up/')
  await page.getByText(`You are a creator already. Your creator name is ${name}.`).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Open your page' }).click()
  await page.getByText('This is your creator page.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await openEditor(page)
  expect(await findViolations(page)).toEqual([])

  await page.getByLabel('Title', { exact: true }).fill('Letters of Kamo')
  await page.getByLabel('About', { exact: true }).fill('Every letter by hand.\nSince 2019.')
  await choosePicture(page.getByRole('group', { name: 'Picture' }))
  await page.getByRole('radio', { name: 'Grain' }).check()
  // The colours are one choice for the keyboard, and each has a name.
  const main = page.getByRole('group', { name: /^Main colour/ })
  await main.getByRole('radio', { name: 'Pale pink' }).focus()
  await press(page, 'ArrowRight')
  await expect(main.getByRole('radio', { name: 'Light pink' })).toBeChecked()
  await press(page, 'ArrowLeft')

  const story = await addSection(page, 'Full page', 'The story')
  await choosePicture(story)
  await writeText(story, 'It began with a brush.')
  const plan = await addSection(page, 'Roadmap', 'The plan')
  await plan.getByLabel('Title', { exact: true }).fill('A book')
  await plan.getByLabel('When').fill('Spring 2027')
  await plan.getByRole('button', { name: 'Add a step' }).click()
  await plan.getByLabel('Title', { exact: true }).last().fill('A second book')
  await plan.getByRole('button', { name: 'Move up: A second book' }).click()
  await expect(plan.getByRole('status')).toHaveText('A second book is now at position 1 of 2.')
  const team = await addSection(page, 'Team', 'The people')
  const columns = await addSection(page, 'Columns', 'Three letters')
  await columns.getByLabel('Title', { exact: true }).first().fill('A')
  await writeText(columns.getByRole('listitem').first(), 'The first.')
  await columns.getByLabel('Title', { exact: true }).last().fill('B')
  const rows = await addSection(page, 'Rows', 'Works')
  await rows.getByLabel('Title', { exact: true }).fill('A sign')
  await choosePicture(rows)
  await writeText(rows, 'For a bakery.')
  const carousel = await addSection(page, 'Carousel', 'Pictures of works')
  await choosePicture(carousel, 'Add a picture')
  await carousel.getByLabel('Caption').fill('An island in the morning')
  await carousel.getByLabel('Add a picture').setInputFiles(PIXEL)
  await expect(carousel.getByLabel('Caption')).toHaveCount(2)

  // The team has a member without a name: its section opens, and the field is marked.
  await publish(page)
  await page.getByRole('alert').filter({ hasText: 'Please fill in this field.' }).waitFor()
  await expect(team.getByLabel('Name')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.type('Ren Mori')
  await team.getByLabel('Link').fill('ren.example.com')

  // A save that fails loses nothing, and neither does a reload.
  await page.route('**/api/creators/addFolio', (route) => route.abort(), { times: 1 })
  await publish(page)
  const failed = dialog(page, 'Your page could not be saved')
  await failed.getByText('Nothing is lost').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await failed.getByRole('button', { name: 'Back to the form' }).click()
  await waitForNoDialog(page)
  expect((await savedFolio()).version).toBe(0)
  await openEditor(page)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Letters of Kamo')
  expect(await sectionTitles(page)).toEqual([
    'Full page: The story',
    'Roadmap: The plan',
    'Team: The people',
    'Columns: Three letters',
    'Rows: Works',
    'Carousel: Pictures of works',
  ])

  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { level: 1, name: 'Letters of Kamo' }).waitFor()
  await page.getByText('It began with a brush.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await publishAll(page)
  const folio = await savedFolio()
  expect(folio).toMatchObject({ version: 1, title: 'Letters of Kamo', effect: 'GRAIN', primary_color: '#fff0fa' })
  expect(folio.sections.map(({ kind }) => kind)).toEqual(['FULL_PAGE', 'ROADMAP', 'TEAM', 'COLUMN', 'ROW', 'CAROUSEL'])
  expect(folio.sections[2]).toMatchObject({ members: [{ name: 'Ren Mori', link: 'https://ren.example.com/' }] })
})

test('sections are moved by keyboard and removed with an undo, and an earlier version can be used again', async () => {
  const { page } = owner
  await openEditor(page)
  const before = await sectionTitles(page)
  const down = page.getByRole('button', { name: 'Move down: Full page: The story' })
  await down.focus()
  await press(page, 'Enter', 'Enter')
  await expect(down).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'position 3 of 6' })).toHaveText(/^Full page: The story is now/)
  expect(await sectionTitles(page)).toEqual([...before.slice(1, 3), before[0], ...before.slice(3)])

  await page.getByRole('button', { name: 'Remove: Rows: Works' }).click()
  await expect.poll(() => sectionTitles(page)).toHaveLength(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sectionTitles(page)).toEqual([...before.slice(1, 3), before[0], ...before.slice(3)])

  // An item is also dragged by its heading.
  const item = (title: string) => page.getByRole('list', { name: 'Sections' }).locator(':scope > li', { hasText: title })
  await item('Carousel: Pictures of works').locator('b').dragTo(item('Roadmap: The plan').locator('b'))
  await expect.poll(async () => (await sectionTitles(page))[0]).toBe('Carousel: Pictures of works')
  await page.getByLabel('Title', { exact: true }).fill('Letters of Kyoto')
  await publishAll(page)
  expect(await savedFolio()).toMatchObject({ version: 2, title: 'Letters of Kyoto', sections: [{ kind: 'CAROUSEL' }, {}, {}, {}, {}, {}] })

  await page.getByRole('button', { name: 'Versions' }).click()
  const versions = dialog(page, 'Versions')
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  expect(await findDialogViolations(page)).toEqual([])
  await versions.getByRole('listitem').last().getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Letters of Kamo' }).waitFor()
  await page.getByRole('button', { name: 'Use this version' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Letters of Kamo')
  expect(await sectionTitles(page)).toEqual(before)
  await publishAll(page)
  expect(await savedFolio()).toMatchObject({ version: 3, title: 'Letters of Kamo', sections: [{ kind: 'FULL_PAGE' }, {}, {}, {}, {}, {}] })
})

test('a link to another site is checked and saved without a new version', async () => {
  const { page } = owner
  await openEditor(page)
  await page.getByRole('button', { name: 'Social links' }).click()
  const links = dialog(page, 'Social links')
  await links.getByLabel('Instagram').fill('https://evil.example/aiko')
  await links.getByRole('button', { name: 'Save the links' }).click()
  await links.getByRole('alert').filter({ hasText: 'This address is not on Instagram.' }).waitFor()
  await expect(links.getByLabel('Instagram')).toBeFocused()
  expect(await findDialogViolations(page)).toEqual([])
  await links.getByLabel('Instagram').fill('instagram.com/aiko')
  await links.getByLabel('Website').fill('https://kamo.example.com/')
  await links.getByRole('button', { name: 'Save the links' }).click()
  await waitForNoDialog(page)
  expect(await savedFolio()).toMatchObject({
    version: 3,
    instagram: 'https://www.instagram.com/aiko',
    website: 'https://kamo.example.com/',
  })
})

test('a newer save of another tab is shown and not overwritten', async () => {
  const { page, context } = owner
  await openEditor(page)
  await page.getByLabel('Title', { exact: true }).fill('The draft of the first tab')
  const other = await context.newPage()
  await openEditor(other)
  // Both tabs have the same draft on this device.
  await other.getByLabel('Title', { exact: true }).fill('Saved in the second tab')
  await publishAll(other)
  await other.close()

  await publish(page)
  const changed = dialog(page, 'The page was saved elsewhere')
  await changed.waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  expect(await savedFolio()).toMatchObject({ version: 4, title: 'Saved in the second tab' })
  await changed.getByRole('button', { name: 'See the newer page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Saved in the second tab' }).waitFor()
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The draft of the first tab')
  await page.getByRole('button', { name: 'Choose what to do' }).click()
  await changed.getByRole('button', { name: 'Continue with my draft' }).click()
  await waitForNoDialog(page)
  await page.getByLabel('Title', { exact: true }).fill('Letters of Kamo')
  await publishAll(page)
  expect(await savedFolio()).toMatchObject({ version: 5, title: 'Letters of Kamo' })
  // The aborted and the refused save.
  expect(owner.consoleErrors.filter((text) => !text.includes('/creators/addFolio'))).toEqual([])
})

/** Deletes the file that the owner has sent last, as the daily deletion of unused files does. */
const loseLastFile = () =>
  run(
    `update media set ready_at = null, discarded_at = unixepoch() where id =
      (select id from media where user_id = ? order by created_at desc, rowid desc limit 1)`,
    [owner.session.id],
  )

test('a draft loses no more than its lost files, and says where they were', async () => {
  const { page } = owner
  const chooseInTeam = async () => {
    await page.getByRole('button', { name: 'Edit: Team: The people' }).click()
    const team = page.getByRole('list', { name: 'Sections' }).locator(':scope > li', { hasText: 'Team: The people' })
    await choosePicture(team)
    return team
  }
  await openEditor(page)
  await chooseInTeam()
  await page.getByText('Your draft is saved on this device.').waitFor()
  await loseLastFile()
  await openEditor(page)
  const notice = page.getByRole('alert').filter({ hasText: 'are no longer stored' })
  await expect(notice.getByRole('listitem')).toHaveText(['Team: The people'])
  expect(await findViolations(page)).toEqual([])
  await notice.getByRole('button', { name: 'Close' }).click()

  // A file can also be lost while the editor is open.
  const team = await chooseInTeam()
  await loseLastFile()
  await publish(page)
  await team.getByText('This file is no longer stored. Please choose it again.').waitFor()
  await page.getByRole('alert').filter({ hasText: 'Not published yet.' }).waitFor()
  await expect(team.locator('input[type=file]')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  expect((await savedFolio()).version).toBe(5)
  await choosePicture(team, 'Change picture')
  await expect(team.getByText('This file is no longer stored.')).toHaveCount(0)
  await publishAll(page)
  expect(await savedFolio()).toMatchObject({ version: 6, sections: [{}, {}, { members: [{ picture: { kind: 'image' } }] }, {}, {}, {}] })
})

test('a visitor on a phone sees the page in Japanese, at one address', async () => {
  const { page, context, consoleErrors } = await openUserBrowser({ width: 390, height: 844 })
  await context.addCookies([{ name: 'hl', value: 'ja', url }])
  await page.goto(`/${name.toLowerCase()}`)
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { level: 1, name: 'Letters of Kamo' }).waitFor()
  for (const title of ['The story', 'The plan', 'The people', 'Three letters', 'Works', 'Pictures of works'])
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute('href', 'https://www.instagram.com/aiko')
  // The carousel is moved by keyboard.
  const carousel = page.getByRole('region', { name: 'Pictures of works' })
  await expect(carousel.getByRole('img', { name: 'An island in the morning' })).toBeVisible()
  await carousel.locator('[tabindex="0"]').focus()
  await press(page, 'ArrowRight')
  await expect(carousel.getByRole('status')).toHaveText('2 / 2: Pictures of works')
  // Nothing is wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolations(page)).toEqual([])
  expect(await interfaceText(page)).not.toMatch(/Follow|Message|Share|Page not found/)

  await page.getByRole('link', { name: 'Aiko Mori' }).click()
  await page.getByRole('link', { name: 'クリエイターページ' }).click()
  await page.waitForURL(`**${path}`)
  expect(consoleErrors).toEqual([])
})

/** How many scripts with the editor's code a browser loads while `open` runs. */
async function countEditorScripts({ page }: UserBrowser, open: () => Promise<unknown>): Promise<number> {
  const scripts = new Set<string>()
  page.on('request', (request) => request.url().endsWith('.js') && scripts.add(request.url()))
  await open()
  const texts = await Promise.all([...scripts].map(async (script) => (await fetch(script)).text()))
  expect(texts.length).toBeGreaterThan(2)
  // A rule that only the editor knows.
  return texts.filter((text) => text.includes('file_gone')).length
}

test('a stranger gets no controls and no code of the editor', async () => {
  const stranger = await openUserBrowser()
  const { page } = stranger
  await addSession(stranger, (await signIn(url, STRANGER)).cookie)
  const loaded = await countEditorScripts(stranger, async () => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
  })
  expect(loaded).toBe(0)
  await expect(page.getByRole('button', { name: /Edit|Build|Publish/ })).toHaveCount(0)
  await expect(page.getByText('This is your creator page.')).toHaveCount(0)
  expect(await countEditorScripts(owner, () => openEditor(owner.page))).toBe(1)
})

test('an unknown name and a reserved word have the page for an unknown address', async () => {
  const { page } = await openUserBrowser()
  for (const unknown of ['/nobodyhasthis', '/blog/']) {
    expect((await page.goto(unknown))!.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  }
})

test('the page can be read with different pairs of colours, in both themes', async () => {
  const { session } = owner
  const { page } = await openUserBrowser()
  const pairs = [
    ['#fff0fa', '#dbd0e6'],
    ['#0b2545', '#f2b134'],
    ['#f472b6', '#500724'],
    ['#ffffff', '#ffffff'],
    ['#171717', '#4fb286'],
  ]
  for (const [primary_color, secondary_color] of pairs) {
    const folio = await savedFolio()
    const idOf = (picture: { id: string } | null) => picture?.id ?? null
    const entries = ['steps', 'members', 'columns', 'rows', 'slides', 'picture']
    const sections = folio.sections.map((section) =>
      Object.fromEntries(
        Object.entries(section).map(([field, value]) => [
          field,
          !entries.includes(field)
            ? value
            : Array.isArray(value)
              ? value.map((entry) => ('picture' in entry ? { ...entry, picture: idOf(entry.picture) } : entry))
              : idOf(value as never),
        ]),
      ),
    )
    const image = idOf(folio.image)
    await session.post('creators/addFolio', {
      ...folio,
      image,
      video: null,
      video_thumbnail: null,
      sections,
      primary_color,
      secondary_color,
    })
    // A kept page is made again after a second.
    await expect(async () => {
      await page.goto(path)
      await expect(page.locator(`header[style*="${primary_color}"]`)).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await findViolations(page)).toEqual([])
  }
})

test('a video behind the title plays without sound and can be paused; readers who prefer less motion see a picture of it', async () => {
  const { page } = owner
  await openEditor(page)
  await page.getByRole('group', { name: 'Backdrop' }).getByText('Video', { exact: true }).click()
  await page.getByLabel('Choose a video').setInputFiles({ name: 'clip.webm', mimeType: 'video/webm', buffer: await recordClip(page) })
  await page.locator('video[aria-label="Your video"]').waitFor()
  await page.getByRole('radio', { name: 'Gradient' }).check()
  expect(await findViolations(page)).toEqual([])
  await publishAll(page)
  expect(await savedFolio()).toMatchObject({ image: null, video: {}, video_thumbnail: { kind: 'image' }, effect: 'GRADIENT' })

  const { page: seen, consoleErrors } = await openUserBrowser({ motion: true })
  await seen.goto(path)
  const video = seen.locator('[data-effect=GRADIENT] video')
  await expect(video).toHaveAttribute('poster', /^\/media\//)
  const state = () => video.evaluate(({ paused, muted, currentTime }: HTMLVideoElement) => ({ paused, muted, hasBegun: currentTime > 0 }))
  await expect.poll(state).toEqual({ paused: false, muted: true, hasBegun: true })
  expect(await findViolations(seen)).toEqual([])
  await seen.getByRole('button', { name: 'Pause the background video' }).click()
  await seen.getByRole('button', { name: 'Play the background video' }).waitFor()
  expect((await state()).paused).toBe(true)
  await seen.emulateMedia({ reducedMotion: 'reduce' })
  await seen.reload()
  await seen.getByRole('button', { name: 'Share' }).waitFor()
  await expect(seen.locator('[data-effect=GRADIENT] img')).toHaveAttribute('src', /^\/media\//)
  await expect(seen.locator('video')).toHaveCount(0)

  await page.getByRole('radio', { name: 'Parallax' }).check()
  await publishAll(page)
  const movement = () => seen.locator('[data-effect=PARALLAX] img').evaluate((picture) => getComputedStyle(picture).animationName)
  await seen.reload()
  expect(await movement()).toBe('none')
  await seen.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(movement).toMatch(/drift/)
  expect(consoleErrors).toEqual([])
})
