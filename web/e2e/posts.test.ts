import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Post, PostAnswer, PostPage, SavedPost } from '../../workers/creators/posts.schema.ts'
import { type Session, signIn as signInWith } from '../../workers/local/seed/client.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { interfaceText, signIn, waitForNoDialog } from './steps.ts'
import { ports, url } from './world.ts'

/** A creator writes posts, and others read them. */

/** Wallets that no other test uses. */
const [OWNER, READER] = [132, 133]
const ISLAND = {
  name: 'island.webp',
  mimeType: 'image/webp',
  buffer: readFileSync(new URL('../../workers/local/seed/pictures/island.webp', import.meta.url)),
}

/** A creator name that no other run uses. */
const name = `P${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
const path = `/${name}/`

let owner: UserBrowser & { session: Session }
let reader: UserBrowser & { session: Session }

async function openMember(wallet: number, name: string) {
  const session = await signInWith(url, wallet)
  await session.post('auth/addProfile', { profile: { name, title: 'Letters', description: '' } })
  const browser = await openUserBrowser()
  await addSession(browser, session.cookie)
  return { ...browser, session }
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;[owner, reader] = await Promise.all([openMember(OWNER, 'Aiko Mori'), openMember(READER, 'Ren Sato')])
  const { id } = owner.session
  const [account] = await run('select address from accounts where user_id = ?', [id])
  await run('delete from creators where user_id = ?', [id])
  const values = [id, name, String(account!.address)]
  await run('insert into creators (user_id, name, wallet, since) values (?, ?, ?, unixepoch())', values)
})
test.afterAll(closeUserBrowsers)

/** Publishes a page at another site, with a picture. Returns its address. */
async function publishSite(title: string): Promise<string> {
  const site = `https://site${crypto.randomUUID().slice(0, 8)}.com/`
  const head = `<title>${title}</title><meta property="og:description" content="Six days in a workshop.">`
  const pages = {
    [site]: { body: `${head}<meta property="og:image" content="/island.webp">` },
    [`${site}island.webp`]: { headers: { 'content-type': 'image/webp' }, body: ISLAND.buffer.toString('base64'), isBinary: true },
  }
  await fetch(`http://127.0.0.1:${ports.outside}/linked-sites`, { method: 'PUT', body: JSON.stringify({ pages }) })
  return site
}

const savedPosts = async () => ((await (await fetchPath(`/api/creators/getPosts?name=${name}`)).json()) as PostPage).posts

const addPost = ({ session }: typeof owner, fields: Partial<Pick<Post, 'content' | 'link' | 'draft'>>) =>
  session.post<SavedPost>('creators/addPost', { name, pid: null, version: 0, content: '', link: '', media: [], draft: false, ...fields })

const addComment = ({ session }: typeof owner, pid: string, text: string) => session.post('creators/addComment', { pid, text })

/** Opens the editor of a new post. */
async function write(page: Page) {
  await page.getByRole('button', { name: 'Write a post' }).click()
  await page.getByRole('heading', { name: 'New post' }).waitFor()
}
const textField = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const button = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true })
/** The server saves the next post, but its answer is lost. */
const loseNextAnswer = (page: Page) =>
  page.route(
    '**/api/creators/addPost',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
/** Closes the dialog about a save that has failed. */
async function closeFailure(page: Page) {
  await dialog(page, 'Your post could not be saved').getByRole('button', { name: 'Back to the form' }).click()
  await waitForNoDialog(page)
}
const openMenu = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Actions for this post' }).first().click()
  await button(page, action).click()
}

test('the owner publishes a post with a picture and a link; what is typed survives a save that fails', async () => {
  const { page } = owner
  await page.goto(path)
  await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
  expect(await findViolations(page, '#posts')).toEqual([])
  await write(page)
  await button(page, 'Publish').click()
  await page.getByRole('alert').filter({ hasText: 'Write something, or add a picture or a link.' }).waitFor()
  expect(await findViolations(page, '#posts')).toEqual([])

  await textField(page).fill('The sign of the bakery is done.')
  await page.getByLabel('Add pictures or a video').setInputFiles(ISLAND)
  await page.locator('#posts img[src^="/media/"]').first().waitFor()
  const link = page.getByRole('textbox', { name: 'Link', exact: true })
  // A page without a preview, a link that is removed, and one with a preview.
  await link.fill('https://nothing-is-here.com/')
  await page.getByText('There is no preview of this page.').waitFor()
  await button(page, 'Remove the link').click()
  await expect(link).toHaveValue('')
  const site = await publishSite('How a sign is made')
  await link.fill(site)
  const card = page.getByRole('region', { name: 'Editor' }).getByRole('link', { name: 'How a sign is made' })
  await card.waitFor()
  await expect(card).toHaveAttribute('rel', 'noopener nofollow ugc')
  expect(await findViolations(page, '#posts')).toEqual([])

  await page.route('**/api/creators/addPost', (route) => route.abort(), { times: 1 })
  await button(page, 'Publish').click()
  const failed = dialog(page, 'Your post could not be saved')
  await failed.getByText('Nothing is lost').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await closeFailure(page)
  expect(await savedPosts()).toEqual([])
  await loseNextAnswer(page)
  await button(page, 'Publish').click()
  await closeFailure(page)
  await page.reload()
  await write(page)
  await expect(textField(page)).toHaveText('The sign of the bakery is done.')
  await expect(link).toHaveValue(site)
  await card.waitFor()

  await button(page, 'Publish').click()
  await dialog(page, 'Your post has been published').getByRole('link', { name: 'See the post' }).click()
  await page.getByRole('heading', { level: 1, name: /^The sign of/ }).waitFor()
  const [post, ...others] = await savedPosts()
  expect(others).toEqual([])
  expect(post).toMatchObject({ link: site, preview: { title: 'How a sign is made' }, media: [{ kind: 'image' }], draft: false })
  expect(new URL(page.url()).pathname).toBe(`/${name}/p/${post!.pid}`)
  // The picture of the preview is ours.
  await expect(page.getByRole('link', { name: 'How a sign is made' }).locator('img[srcset]')).toHaveAttribute('src', /^\/media\//)
  expect(await findViolations(page)).toEqual([])
  // Nothing of the draft is left on the device.
  expect(await page.evaluate(() => localStorage.getItem('warren.postDrafts'))).toBeNull()
})

test('a draft is continued from the list of drafts, and only its owner sees it', async () => {
  const { page } = owner
  await page.goto(path)
  await write(page)
  await textField(page).fill('Not fin')
  await loseNextAnswer(page)
  await button(page, 'Save as a draft').click()
  await closeFailure(page)
  await textField(page).fill('Not finished yet')
  await button(page, 'Save as a draft').click()
  await page.getByText('The draft was saved.').waitFor()
  expect(await savedPosts()).toHaveLength(1)
  await button(page, 'Drafts (1)').click()
  const drafts = dialog(page, 'Drafts')
  await drafts.getByRole('button', { name: /^Not finished yet/ }).waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await drafts.getByRole('button', { name: /^Not finished yet/ }).click()
  await waitForNoDialog(page)
  await page.getByRole('heading', { name: 'Edit the draft' }).waitFor()
  await textField(page).fill('Finished now')
  await button(page, 'Publish').click()
  await dialog(page, 'Your post has been published').getByRole('button', { name: 'Close' }).last().click()
  await waitForNoDialog(page)
  expect((await savedPosts()).map(({ content }) => content)).toEqual(['<p>Finished now</p>', '<p>The sign of the bakery is done.</p>'])
  await button(page, 'Drafts').waitFor()
})

test('a published post is turned back into a draft, and published again', async () => {
  const { page } = owner
  // Nothing of the test before is on screen.
  await page.goto(path)
  await openMenu(page, 'Edit')
  await button(page, 'Turn back into a draft').click()
  await page.getByText('The draft was saved.').waitFor()
  await expect(page.getByRole('article').filter({ hasText: 'Finished now' })).toHaveCount(0)
  expect((await savedPosts()).map(({ content }) => content)).toEqual(['<p>The sign of the bakery is done.</p>'])
  await button(page, 'Drafts (1)').click()
  await dialog(page, 'Drafts')
    .getByRole('button', { name: /^Finished now/ })
    .click()
  await waitForNoDialog(page)
  await button(page, 'Publish').click()
  await dialog(page, 'Your post has been published').getByRole('button', { name: 'Close' }).last().click()
  await waitForNoDialog(page)
  await page.getByRole('article').filter({ hasText: 'Finished now' }).waitFor()
})

test('a post is edited, pinned and deleted, and a newer save of elsewhere is not overwritten', async () => {
  const { page, session } = owner
  await page.goto(path)
  await openMenu(page, 'Edit')
  await page.getByRole('heading', { name: 'Edit the post' }).waitFor()
  await textField(page).fill('Finished and changed')
  const [post] = await savedPosts()
  const body = { name, pid: post!.pid, version: post!.version, content: '<p>Saved elsewhere</p>', link: '', media: [], draft: false }
  await session.post('creators/addPost', body)
  await button(page, 'Save the changes').click()
  const changed = dialog(page, 'The post was saved elsewhere')
  await changed.waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await changed.getByRole('button', { name: 'Continue with my changes' }).click()
  await waitForNoDialog(page)
  await expect(textField(page)).toHaveText('Finished and changed')
  await button(page, 'Save the changes').click()
  await dialog(page, 'Your post has been saved').getByRole('button', { name: 'Close' }).last().click()
  await waitForNoDialog(page)
  const shown = page.getByRole('article').filter({ hasText: 'Finished and changed' })
  await shown.getByText(/^edited on/).waitFor()

  // The older post comes first once it is pinned.
  await page.getByRole('button', { name: 'Actions for this post' }).last().click()
  await button(page, 'Pin to the top').click()
  await page.getByRole('article').first().getByText('Pinned').waitFor()
  await expect(page.getByRole('article').first()).toContainText('The sign of the bakery')
  await shown.getByRole('button', { name: 'Actions for this post' }).click()
  await button(page, 'Delete').click()
  await dialog(page, 'Delete this post?').getByText('Its likes and comments are deleted too.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await button(page, 'Delete the post').click()
  await waitForNoDialog(page)
  await expect(shown).toHaveCount(0)
  expect(await savedPosts()).toHaveLength(1)
  expect(owner.consoleErrors.filter((text) => !/addPost|getLinkPreview/.test(text))).toEqual([])
})

test('a reader on a phone sees a post in Japanese, copies its link and shares it; there are no controls of the owner', async () => {
  const [post] = await savedPosts()
  const { page, context, consoleErrors } = await openUserBrowser({ width: 390, height: 844 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addCookies([{ name: 'hl', value: 'ja', url }])
  await page.goto(`/${name.toLowerCase()}/p/${post!.pid}`)
  await page.waitForURL(`**/${name}/p/${post!.pid}`)
  await page.getByText('The sign of the bakery is done.').waitFor()
  await button(page, 'リンクをコピー').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/${name}/p/${post!.pid}`)
  await button(page, '共有').click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(6)
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
  await expect(page.getByRole('button', { name: /投稿を書く|下書き/ })).toHaveCount(0)
  await button(page, 'この投稿の操作').click()
  await button(page, 'この投稿を通報する').waitFor()
  await expect(page.locator(':popover-open button')).toHaveCount(1)
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolations(page)).toEqual([])
  expect(await interfaceText(page)).not.toMatch(/Follow|Comment|Share|Like|Posts|Page not found/)
  await page.getByRole('link', { name: 'すべての投稿' }).click()
  await page.waitForURL(`**${path}`)
  await expect(page.getByRole('article').filter({ hasText: 'The sign of the bakery' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /投稿を書く|下書き/ })).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('older posts can be read without JavaScript, and an unknown post has the page for an unknown address', async () => {
  for (let i = 1; i <= 11; i++) await addPost(owner, { content: `<p>Day ${i}</p>` })
  const html = await (await fetchPath(path)).text()
  expect(html).toContain('Day 11')
  expect(html).not.toContain('<p>Day 1</p>')
  expect(html).toContain(`href="${path}?posts=10#posts"`)
  const older = await (await fetchPath(`${path}?posts=10`)).text()
  expect(older).toContain('<p>Day 1</p>')
  const { page } = reader
  await page.goto(path)
  await button(page, 'Older posts').click()
  await page.getByText('Day 1', { exact: true }).waitFor()
  expect((await page.goto(`${path}p/${'x'.repeat(22)}`))!.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
})

test('members like and comment; what the server refuses is taken back, and a comment that was not sent can be sent again', async () => {
  const [post] = await savedPosts()
  const address = `${path}p/${post!.pid}`
  const { page } = reader
  await page.goto(address)
  const like = page.getByRole('button', { name: /^Like, / })
  await page.route('**/api/creators/likePost', (route) => route.abort(), { times: 1 })
  await like.click()
  await page.getByText('The server could not be reached.').waitFor()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(like).toHaveAccessibleName('Like, 0 likes')
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await expect.poll(async () => (await savedPosts()).find(({ pid }) => pid === post!.pid)?.likes).toBe(1)

  const field = page.getByLabel('Your comment')
  await field.fill('It shines.\nFrom afar, too.')
  // The server adds it, but its answer is lost.
  await page.route('**/api/creators/addComment', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await button(page, 'Send the comment').click()
  await page.getByRole('alert').filter({ hasText: 'Not sent.' }).waitFor()
  await page.getByText('It shines.').waitFor()
  await expect(field).toHaveValue('')
  expect(await findViolations(page, '#comments')).toEqual([])
  await page.locator('#comments').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: '1 comment' }).waitFor()
  await button(page, 'Delete the comment of Ren Sato').waitFor()
  await field.fill('And a second one.')
  await button(page, 'Send the comment').click()
  await page.getByRole('heading', { name: '2 comments' }).waitFor()
  await page.reload()
  await expect(page.getByRole('article', { name: 'Comment by Ren Sato' })).toHaveCount(2)
  await expect(like).toHaveAttribute('aria-pressed', 'true')

  // The owner removes a comment.
  await owner.page.goto(address)
  await button(owner.page, 'Delete the comment of Ren Sato').first().click()
  await dialog(owner.page, 'Delete this comment?').getByText('And a second one.').waitFor()
  expect(await findDialogViolations(owner.page)).toEqual([])
  await button(owner.page, 'Delete the comment').click()
  await waitForNoDialog(owner.page)
  await owner.page.getByRole('heading', { name: '1 comment' }).waitFor()
  expect(reader.consoleErrors.filter((text) => !/likePost|addComment|404/.test(text))).toEqual([])
})

test('a comment that is sent before the comments are loaded is shown among them', async () => {
  const [, post] = await savedPosts()
  const { page } = reader
  await addComment(owner, post!.pid, 'The first one.')
  await page.goto(path)
  await page.route('**/api/creators/getComments?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue().catch(() => {})
  })
  // A menu opens once the code of the posts is there. Before that, the link would load the whole page, with its comments.
  await button(page, 'Actions for this post').first().click()
  await page.getByText('Report this post').waitFor()
  await page.keyboard.press('Escape')
  await page.locator(`a[href="${path}p/${post!.pid}"]`).first().click()
  await page.getByLabel('Your comment').fill('Faster than the list.')
  await button(page, 'Send the comment').click()
  await page.getByText('The first one.').waitFor()
  await page.getByText('Faster than the list.').waitFor()
  await page.unroute('**/api/creators/getComments?*')
})

test('a member reports a post and a comment, and an admin hides both and shows them again', async () => {
  const [post] = await savedPosts()
  const { page } = reader
  const address = `${path}p/${post!.pid}`
  await addComment(owner, post!.pid, 'Thank you!')
  await page.goto(address)
  await openMenu(page, 'Report this post')
  const form = dialog(page, 'Report this post')
  await form.getByRole('button', { name: 'Send the report' }).click()
  await form.getByText('Please choose a reason.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await form.getByLabel('Advertising or spam').check()
  await form.getByRole('button', { name: 'Send the report' }).click()
  await waitForNoDialog(page)
  await button(page, 'Report the comment of Aiko Mori').click()
  await dialog(page, 'Report this comment').getByLabel('Insults or threats').check()
  await button(page, 'Send the report').click()
  await waitForNoDialog(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'More actions' }).click()
  await button(page, 'Report this page').click()
  await dialog(page, 'Report this page').getByLabel('Advertising or spam').check()
  expect(await findDialogViolations(page)).toEqual([])
  await button(page, 'Send the report').click()
  await waitForNoDialog(page)
  await page.goto(address)

  const admin = await openUserBrowser()
  await admin.page.goto('/admin/reports?kind=posts')
  await signIn(admin.page, 'admin')
  const reported = admin.page.getByRole('article', { name: 'Comment by Aiko Mori' }).filter({ hasText: 'Thank you!' })
  const reportedPost = admin.page.getByRole('article', { name: 'Post by Aiko Mori' }).filter({ hasText: 'Advertising or spam' })
  await reportedPost.getByText('The sign of the bakery is done.').waitFor()
  await expect(reportedPost.getByRole('list', { name: 'Pictures and videos' }).getByRole('img')).toBeVisible()
  await reportedPost.getByRole('link', { name: 'How a sign is made' }).waitFor()
  await reported.waitFor()
  await admin.page.getByText('For admins of the Platform contract', { exact: true }).waitFor()
  expect(await findViolations(admin.page)).toEqual([])
  await admin.page.getByRole('tab', { name: 'Members' }).click()
  const reportedPage = admin.page.getByRole('article', { name: 'Page of Aiko Mori' })
  await expect(reportedPage.getByRole('link', { name: 'Find the creator' })).toHaveAttribute('href', `/admin/creators?text=${name}`)
  await reportedPage.getByRole('button', { name: 'Dismiss' }).click()
  await expect(reportedPage).toHaveCount(0)
  await admin.page.getByRole('tab', { name: 'Posts' }).click()
  await reported.getByRole('button', { name: 'Hide it' }).click()
  await reported.getByRole('button', { name: 'Show it again' }).waitFor()
  await page.reload()
  await page.getByRole('article', { name: 'Comment by Ren Sato' }).waitFor()
  await expect(page.getByText('Thank you!')).toHaveCount(0)
  await owner.page.goto(address)
  await owner.page.getByText('The team has hidden your comment after a report. Only you can see it.').waitFor()
  await reported.getByRole('button', { name: 'Show it again' }).click()
  await expect(reported).toHaveCount(0)
  await page.reload()
  await page.getByText('Thank you!').waitFor()

  await reportedPost.getByRole('button', { name: 'Hide it' }).click()
  const hiddenPost = admin.page.getByRole('article', { name: 'Post by Aiko Mori' }).filter({ hasText: 'The sign of the bakery' })
  await hiddenPost.getByRole('button', { name: 'Show it again' }).waitFor()
  await expect(hiddenPost.getByRole('list', { name: 'Pictures and videos' }).getByRole('img')).toBeVisible()
  await expect.poll(async () => (await fetchPath(address)).status).toBe(404)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await owner.page.reload()
  await owner.page.getByText('The team has hidden this post after a report. Only you can see it.').waitFor()
  await hiddenPost.getByRole('button', { name: 'Show it again' }).click()
  await expect(hiddenPost).toHaveCount(0)
  await expect.poll(async () => (await fetchPath(address)).status).toBe(200)
  await page.reload()
  await page.getByText('Thank you!').waitFor()
})

test('a guest who presses like or sends a comment logs in first, and the comment stays', async () => {
  const [post] = await savedPosts()
  const { page } = await openUserBrowser()
  await page.goto(`${path}p/${post!.pid}`)
  await page.getByRole('button', { name: /^Like, / }).click()
  await dialog(page, 'Log in or sign up').waitFor()
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
  await page.getByLabel('Your comment').fill('From a guest')
  await button(page, 'Send the comment').click()
  await dialog(page, 'Log in or sign up').waitFor()
  await signIn(page, 'buyer')
  await page
    .getByRole('article', { name: /^Comment by/ })
    .filter({ hasText: 'From a guest' })
    .waitFor()
  await page.getByRole('heading', { name: '3 comments' }).waitFor()
})

test('a button of the posts that is pressed before their code is loaded is pressed again afterwards', async () => {
  const { page } = await openUserBrowser()
  // The code is loaded when the posts are near, which the page learns only at the end of this test.
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const { observe } = IntersectionObserver.prototype
    IntersectionObserver.prototype.observe = function (element) {
      held.push(() => observe.call(this, element))
    }
    Object.assign(window, {
      tellWhatIsNear: () => {
        for (const tell of held) tell()
      },
    })
  })
  await page.goto(path)
  await page.getByRole('button', { name: /^Like/ }).nth(1).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { tellWhatIsNear: () => void }).tellWhatIsNear())
  await page.getByRole('dialog', { name: 'Log in' }).waitFor()
})

test('posts of a followed creator are between the listings of the feed, also while one of the two cannot be loaded', async () => {
  const { page } = reader
  await page.goto(path)
  await button(page, 'Follow').click()
  await button(page, 'Following').waitFor()
  await page.goto('/following/')
  const newest = page.getByRole('link', { name: 'Day 11', exact: true })
  await newest.waitFor()
  const addresses = () =>
    page.getByRole('article').evaluateAll((articles) => articles.map((article) => article.querySelector('h3 a')!.getAttribute('href')))
  expect(await addresses()).toHaveLength(10)
  expect(await findViolations(page, 'main')).toEqual([])
  await button(page, 'Show more').click()
  await expect.poll(addresses).toHaveLength(12)
  expect(new Set(await addresses()).size).toBe(12)
  await page.route('**/api/listings/query?*', (route) => route.abort())
  await page.reload()
  await page.getByText('The listings could not be loaded.').first().waitFor()
  await newest.waitFor()
  await page.unroute('**/api/listings/query?*')
  await page.route('**/api/creators/getPostFeed?*', (route) => route.abort())
  await page.goto('/following/')
  await page.getByText('The posts could not be loaded.').first().waitFor()
  await page.unroute('**/api/creators/getPostFeed?*')
  await newest.click()
  await page.getByRole('heading', { level: 1, name: 'Day 11' }).waitFor()
})

test('the posts can be read with different pairs of colours, in both themes', async () => {
  const { session } = owner
  const [post] = await savedPosts()
  const { post: found } = (await (await fetchPath(`/api/creators/getPost?name=${name}&pid=${post!.pid}`)).json()) as PostAnswer
  const { page } = reader
  for (const [version, primary_color, secondary_color] of [
    [0, '#0b2545', '#f2b134'],
    [1, '#f472b6', '#500724'],
    [2, '#171717', '#4fb286'],
    [3, '#fff0fa', '#dbd0e6'],
    [4, '#ffe29a', '#b45309'],
  ] as const) {
    const texts = { name, title: 'Letters of Kamo', about: '', effect: 'NONE', sections: [] }
    const nothing = { image: null, video: null, video_thumbnail: null }
    await session.post('creators/addFolio', { ...texts, ...nothing, version, primary_color, secondary_color })
    await page.goto(path)
    await page.locator(`header[style*="${primary_color}"]`).waitFor()
    expect(await findViolations(page, '#posts')).toEqual([])
    await page.goto(`${path}p/${found.pid}`)
    await page.locator('#comments').waitFor()
    expect(await findViolations(page, 'main')).toEqual([])
  }
})
