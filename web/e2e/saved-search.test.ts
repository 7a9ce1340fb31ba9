import { type Session, signIn as seedSignIn, upload } from '../../workers/local/seed/client.ts'
import type { PushMessage } from '../../workers/notifications/push-message.schema.ts'
import { findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { linkIn, mailTo } from './outbox.ts'
import { receivedPushes, usePushService } from './push-browser.ts'
import { waitForNoDialog } from './steps.ts'
import { fireCron, url } from './world.ts'

/** A saved search and a followed category whose alert arrives in the app, by mail and by push; and listings that were viewed. */
const word = `zq${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`
let sora: UserBrowser
let session: Session
let seller: Session
/** The first of two wallets that are new in every run, because publishing is limited per hour. */
const wallet = 100_000 + 2 * crypto.getRandomValues(new Uint16Array(1))[0]!
const email = `${crypto.randomUUID()}@example.com`
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  sora = await openUserBrowser({ serviceWorker: true })
  await usePushService(sora.context)
  ;[session, seller] = await Promise.all([seedSignIn(url, wallet), seedSignIn(url, wallet + 1)])
  await seller.post('auth/addProfile', { profile: { name: 'Nagi Abe', title: '', description: '' } })
  await session.post('auth/setEmail', { email })
  await session.post('auth/confirmEmail', { token: new URL(linkIn(await mailTo(email, /Confirm/))).hash.slice(1) })
  await addSession(sora, session.cookie)
  await sora.page.goto('/settings/')
  const device = sora.page.getByRole('region', { name: 'On this device' })
  await device.getByRole('button', { name: 'Turn on here' }).click()
  await device.getByText('This browser shows notifications.').waitFor()
})
test.afterAll(closeUserBrowsers)

const publish = async (title: string): Promise<number> => {
  const product = draft(await upload(seller, 'island'), { title })
  return (await seller.post<{ id: number }>('listings/addService', { product })).id
}

test('a search is saved with an alert at once, and a category is followed', async () => {
  const { page } = sora
  await page.goto(`/search/${word}?kind=services&max=500`)
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await expect(dialog.getByLabel('Name')).toHaveValue(word)
  await dialog.getByLabel('Notify me about new listings').selectOption('At once')
  expect(await findViolations(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForNoDialog(page)
  await page.getByRole('button', { name: 'Saved', exact: true }).waitFor()
  await page.goto('/services/c/design')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Following', exact: true }).waitFor()
  await page.goto('/saved/searches')
  await page.getByRole('combobox', { name: /of Design/ }).selectOption('At once')
  await expect(page.getByRole('combobox', { name: `Notify me about new listings of ${word}` })).toHaveValue('now')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: word }).click()
  await expect(page).toHaveURL(new RegExp(`/search/${word}\\?kind=services&max=500$`))
})

test('a new listing that both find is one notification in the app, by push and by mail', async () => {
  const { page } = sora
  const title = `A sign of ${word}`
  await publish(title)
  await publish(`Another sign of ${word}`)
  await fireCron()
  const mine = async () => {
    const pushes = (await receivedPushes()).map(({ text }) => JSON.parse(text) as PushMessage)
    return pushes.filter(({ url: to, body }) => to.endsWith('/saved/new') && body.includes(word))
  }
  await expect.poll(async () => (await mine()).length).toBe(1)
  expect((await mine())[0]).toMatchObject({ title: '2 new listings match your saved searches', lang: 'en' })
  const makeDue = () =>
    run('update notifications set mail_due = mail_due - 200 where user_id = ? and mail_due is not null returning id', [session.id])
  await expect.poll(makeDue).toHaveLength(1)
  await fireCron()
  const mail = await mailTo(email, /2 new listings match your saved searches/)
  expect(mail.text).toContain(`• ${title}`)

  await page.goto('/notifications/')
  await page.getByRole('link').filter({ hasText: '2 new listings match your saved searches' }).click()
  await page.getByRole('heading', { level: 1, name: 'New for you' }).waitFor()
  await page.getByRole('link', { name: title, exact: true }).waitFor()
  await expect(page.getByText('New', { exact: true })).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('link', { name: title, exact: true }).waitFor()
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
  await page.goto('/notifications/')
  await expect(page.getByRole('link').filter({ hasText: 'match your saved searches' })).not.toContainText('Unread')
})

test('nothing arrives for a search that was deleted', async () => {
  const { page } = sora
  await page.goto('/saved/searches')
  for (const name of [word, 'Design & branding']) {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByRole('button', { name: 'Delete search' }).click()
    await waitForNoDialog(page)
  }
  await page.getByRole('heading', { name: 'No saved searches yet' }).waitFor()
  await publish(`A last sign of ${word}`)
  await fireCron()
  const { matches } = await session.get<{ matches: unknown[] }>('listings/getMatches')
  expect(matches).toEqual([])
})

test('listings that were opened appear in a row of the home page, and are sent nowhere', async () => {
  const guest = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  const { page } = guest
  await guest.context.addCookies([{ name: 'hl', value: 'ja', url }])
  const title = `Signs that were viewed ${word}`
  const id = await publish(title)
  await page.goto(`/services/${id}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('warren.viewed'))
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/')
  const row = page.getByRole('heading', { name: '最近見た出品' })
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await row.waitFor({ timeout: 1000 })
  }).toPass()
  expect(sent.filter((request) => request.includes('/api/') && new RegExp(`\\b${id}\\b`).test(request))).toEqual([])
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '消去' }).click()
  await expect(row).toHaveCount(0)
})
