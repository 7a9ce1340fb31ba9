import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { type Session, signIn, upload } from '../../workers/local/seed/client.ts'
import { BUYER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft, fetchPath, readError, register } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { confirmUntil, interfaceText, orderWithStatus, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Applications, bids and requests to join an event, in three browsers. Private data stays private. */

/** Ben, the employer and host, is the demo buyer, whose wallet pays. No other test uses the other two wallets. */
const BEN = 2
const [KEN, YUI] = [81, 82]
const TEXT = `<p>${'We make a film of nine minutes and need somebody who draws it first. '.repeat(4)}</p>`
const CV = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
const EVENT_LINK = 'https://rooms.example/small-films'
/** English words that no Japanese page may contain. */
const ENGLISH =
  /\b(Apply|Bid|Submit|Your message|Waiting|Accept|Decline|Edit|Withdraw|Open|More|Remote|Contract|Free|Posted|Message|Share)\b/

let ben: UserBrowser & { session: Session }
let ken: UserBrowser & { session: Session }
let yui: UserBrowser & { session: Session }
let job: number
let plain: number
let event: number
let service = 0

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;[ben, ken, yui] = await Promise.all([openMember(BEN), openMember(KEN, 'Ken Abe'), openMember(YUI, '結衣', 'ja-JP')])
  await ben.context.addInitScript((rdns) => localStorage.setItem('warren.wallet', rdns), BUYER.rdns)
  const post = async (call: string, product: object) => (await ben.session.post<{ id: number }>(`listings/${call}`, { product })).id
  const common = { description: TEXT, media: [] }
  const bids = { bidding: true, bidBase: 200_000_000, duration: 3 }
  job = await post('addJob', { ...common, ...bids, category: 'illustrator', title: 'Storyboards for a short film' })
  plain = await post('addJob', { ...common, category: 'illustrator', title: 'Animator for a short film', jobType: 'FULLTIME' })
  const when = { event_date: Math.floor(Date.now() / 1000) + 86_400, timeZone: 'Pacific/Kiritimati', theme: 'COSMOS' }
  const where = { eventType: 'ONLINE', location: EVENT_LINK, hide_location: true }
  event = await post('addEvent', { ...common, ...when, ...where, category: 'meetup', title: 'An evening of small films', maxAttendees: 1 })
})
test.afterAll(async () => {
  for (const [listType, id] of [
    ['jobs', job],
    ['jobs', plain],
    ['events', event],
  ] as const)
    await ben.session.post('listings/deleteListing', { id, listType })
  if (service) await ken.session.post('listings/deleteListing', { id: service, listType: 'services' })
  await closeUserBrowsers()
})

async function openMember(index: number, name?: string, language?: string): Promise<UserBrowser & { session: Session }> {
  const size = language ? { language, width: 390, height: 844 } : {}
  const [one, session] = await Promise.all([openUserBrowser(size), signIn(url, index)])
  if (name) await session.post('auth/addProfile', { profile: { name, title: '', description: '' } })
  await addSession(one, session.cookie)
  return { ...one, session }
}

/** Counts the timers of this length (ms) that the page starts from now on. */
async function countTimers(page: Page, length: number): Promise<() => Promise<number>> {
  await page.evaluate((ms) => {
    const real = window.setTimeout
    const count = { timers: 0 }
    Object.assign(window, {
      count,
      setTimeout: (run: () => void, after?: number, ...rest: unknown[]) => {
        if (after === ms) count.timers++
        return real(run, after, ...rest)
      },
    })
  }, length)
  return () => page.evaluate(() => (window as unknown as { count: { timers: number } }).count.timers)
}

const answer = async (at: Locator, button: 'Accept' | 'Decline', words: string) => {
  await at.getByRole('button', { name: button }).click()
  const dialog = ben.page.getByRole('dialog')
  await dialog.getByLabel('Your message').fill(words)
  await dialog.getByRole('button', { name: button }).click()
  await waitForNoDialog(ben.page)
}

test('a bid with a service, a price and a CV is sent, shown to the owner without a reload, changed and accepted', async () => {
  const dialog = ken.page.getByRole('dialog')
  await Promise.all([ben.page.goto(`/jobs/${job}`), ken.page.goto(`/jobs/${job}`)])
  await ben.page.getByText('No applications').waitFor()

  await ken.page.getByRole('button', { name: 'Bid from $200' }).click()
  await dialog.getByText('Post a service first').waitFor()
  await ken.page.keyboard.press('Escape')
  await waitForNoDialog(ken.page)
  const product = draft(await upload(ken.session, 'island'), { title: 'Storyboards by hand' })
  service = (await ken.session.post<{ id: number }>('listings/addService', { product })).id
  await ken.page.reload()

  await ken.page.getByRole('button', { name: 'Bid from $200' }).click()
  await dialog.getByLabel('Your price').fill('3')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('Please write a message.').waitFor()
  await dialog.getByText('Please set a price of at least 5 dollars.').waitFor()
  await dialog.getByLabel('Your message').fill('Sixty panels in ten days.')
  await dialog.getByLabel('Your price').fill('250.50')
  await dialog.getByLabel('Days to deliver').fill('10')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ no paper') })
  await dialog.getByText('The content of this file does not match its name').waitFor()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'ken "cv".pdf', mimeType: 'application/pdf', buffer: CV })
  await dialog.getByRole('button', { name: 'Remove' }).waitFor()
  const waits = await countTimers(ken.page, 2000)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByText('Your application has been sent.').waitFor()
  await waitForNoDialog(ken.page)
  // The page behind the dialog was re-rendered with the answer; the dialog did not restart its timer.
  expect(await waits()).toBe(1)

  // The owner's page was open all the time.
  const one = ben.page.getByRole('article', { name: 'Application from Ken Abe' })
  await one.getByText('Sixty panels in ten days.').waitFor()
  await one.getByText('$250.50').waitFor()
  await one.getByText('in 10 days').waitFor()
  const [saved] = await Promise.all([ben.page.waitForEvent('download'), one.getByRole('button', { name: /^CV:/ }).click()])
  expect(readFileSync(await saved.path())).toEqual(CV)

  await ken.page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Your message').fill('Sixty panels in nine days.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await one.getByText('Sixty panels in nine days.').waitFor()
  await waitForNoDialog(ken.page)
  await answer(one, 'Accept', 'Gladly. Begin on Monday.')
  await one.getByText('Accepted').waitFor()
  await ken.page.getByText('Gladly. Begin on Monday.').waitFor()
  expect(await ken.page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
})

test('an accepted bid is ordered with the terms of the bid, not those of the service', async () => {
  const { page } = ben
  await page.getByRole('article', { name: 'Application from Ken Abe' }).getByRole('button', { name: 'Order for $250.50' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay 250.50 USDC into escrow' })
  await dialog.getByText('Storyboards by hand').waitFor()
  await dialog.getByText('Storyboards for a short film', { exact: true }).waitFor()
  await dialog.getByText('10 days', { exact: true }).waitFor()
  await dialog.getByText('225.45 USDC').waitFor()
  await dialog.getByRole('button', { name: 'Pay 250.50 USDC' }).click()
  await confirmUntil(page, orderWithStatus(page, 'Requested'))
  const path = new URL(page.url()).pathname
  const orderId = path.split('/')[2]!
  expect(await ben.session.get<object>(`orders/getOrder?id=${orderId}`)).toMatchObject({
    title: 'Storyboards by hand',
    plan: 'Storyboards for a short film',
    job: expect.any(Number) as unknown,
    price: '250500000',
    sellerGets: '225450000',
    delivery: 10,
    terms: 'ok',
  })
  await ken.page.goto(path)
  for (const one of [page, ken.page]) {
    const order = one.getByRole('article', { name: 'Order' })
    await order.getByText('Storyboards for a short film', { exact: true }).waitFor()
    await order.getByText('250.50 USDC').first().waitFor()
  }

  // Both sides of the job see that the bid was paid. A second purchase is possible, but is not the main button.
  await Promise.all([page.goto(`/jobs/${job}`), ken.page.goto(`/jobs/${job}`)])
  const one = page.getByRole('article', { name: 'Application from Ken Abe' })
  await one.getByText('Paid into escrow').waitFor()
  await one.getByRole('button', { name: 'Order again' }).waitFor()
  expect(await one.getByRole('button', { name: /^Order for/ }).count()).toBe(0)
  await one.getByRole('link', { name: 'See the order' }).click()
  await page.waitForURL(`**/orders/${orderId}`)
  await ken.page.getByText('Paid into escrow').waitFor()
  // The bidder can still end the bid, so that it is not ordered again at this price.
  await ken.page.getByRole('button', { name: 'Withdraw' }).waitFor()
  await ken.page.getByRole('link', { name: 'See the order' }).click()
  await ken.page.waitForURL(`**/orders/${orderId}`)
})

test('only the applicant and the owner can read a CV, and only the owner can read the list of applications', async () => {
  const { applications } = await ben.session.get<{ applications: { cv_path: string }[] }>(`listings/getApplications?jobId=${job}`)
  const path = `/api/uploads/downloadPrivateFile?path=${applications[0]!.cv_path}`
  const as = ({ session }: { session: Session }) => ({ headers: { cookie: session.cookie } })
  expect((await fetchPath(path, as(ken))).status).toBe(200)
  expect(await readError(fetchPath(path, as(yui)))).toMatchObject({ status: 404, code: 'upload_not_found' })
  expect(await readError(fetchPath(path))).toMatchObject({ status: 401 })
  expect(await readError(fetchPath(`/api/listings/getApplications?jobId=${job}`, as(ken)))).toMatchObject({ status: 403 })
  // The CV is not served as a picture.
  expect((await fetchPath(`/media/${applications[0]!.cv_path}/640.webp`)).status).toBe(404)
  // Another member's page does not contain the application.
  expect(await (await fetchPath(`/jobs/${job}`, as(yui))).text()).not.toContain('Sixty panels')
})

test('an event shows its location to members only once they are accepted', async () => {
  const html = await (await fetchPath(`/events/${event}`)).text()
  expect(html).toContain('"@type":"Event"')
  expect(html).not.toContain(EVENT_LINK)
  await Promise.all([ben.page.goto(`/events/${event}`), ken.page.goto(`/events/${event}`)])
  // An online event shows the reader's time first, then the host's.
  await ken.page.getByText('Host’s time:').waitFor()
  await ken.page.getByText('The link is shown only to attendees.').waitFor()
  const [file] = await Promise.all([ken.page.waitForEvent('download'), ken.page.getByRole('button', { name: 'Add to calendar' }).click()])
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /^BEGIN:VCALENDAR[\s\S]*DTSTART;TZID=Pacific\/Kiritimati:[\s\S]*SUMMARY:An evening of small films/,
  )

  await ken.page.getByRole('button', { name: 'Request to join' }).click()
  const dialog = ken.page.getByRole('dialog')
  // The message is optional.
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await waitForNoDialog(ken.page)
  await ken.page.getByRole('heading', { name: 'Your place' }).waitFor()
  await answer(ben.page.getByRole('article', { name: 'Application from Ken Abe' }), 'Accept', '')
  await ken.page.getByRole('link', { name: EVENT_LINK }).waitFor()
  await ken.page.getByText('1 attendee').waitFor()
})

test('a full event has a waiting list, where members see their position and the host sees who is next', async () => {
  const { page } = yui
  const inLine = ben.page.getByRole('article', { name: 'Application from 結衣' })
  await page.goto(`/events/${event}`)
  await page.getByText('満席です。キャンセル待ちができます。').waitFor()
  await page.getByRole('button', { name: 'キャンセル待ちに申し込む' }).click()
  const dialog = page.getByRole('dialog', { name: 'キャンセル待ちに申し込む' })
  await dialog.getByRole('button', { name: '送信する' }).click()
  await waitForNoDialog(page)
  await page.getByText('キャンセル待ち1番目').waitFor()
  expect(await interfaceText(page)).not.toMatch(ENGLISH)

  // A full event admits no further attendee.
  await ben.page.getByRole('heading', { name: 'Waiting list' }).waitFor()
  await inLine.getByText('Number 1 on the waiting list').waitFor()
  expect(await inLine.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  await ben.page.getByRole('heading', { name: 'Answered' }).waitFor()

  await ken.page.getByRole('button', { name: 'Withdraw' }).click()
  await ken.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await waitForNoDialog(ken.page)
  await page.getByText('次はあなたの番です。').waitFor()
  await inLine.getByText('Next', { exact: true }).waitFor()
  await answer(inLine, 'Accept', '')
  await page.getByRole('link', { name: EVENT_LINK }).waitFor()
  // A member who withdraws loses the place, and sees this on the next visit.
  await ken.page.reload()
  await ken.page.getByRole('button', { name: 'Join the waiting list' }).waitFor()
})

test('the switch in My listings hides a job, and the applicant sees it as closed; after a server error the switch returns to its old state', async () => {
  const { page } = ben
  await page.goto('/search/userId')
  await page.getByRole('tab', { name: 'Jobs' }).click()
  const shown = page.getByRole('switch', { name: /Storyboards for a short film/ })
  await page.route('**/api/listings/toggleService', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'internal', message: 'x' } } }),
  )
  await shown.click()
  await page.getByText('Our server reported an error').waitFor()
  expect(await shown.isChecked()).toBe(true)
  await page.unroute('**/api/listings/toggleService')
  const turned = page.waitForResponse('**/api/listings/toggleService')
  await shown.click()
  await page.getByText('Hidden').waitFor()
  await turned
  expect((await fetchPath(`/jobs/${job}`)).status).toBe(404)
  // The applicant sees that the job is closed, and still has the answer.
  await ken.page.goto(`/jobs/${job}`)
  await ken.page.getByText('This job is no longer open').waitFor()
  await ken.page.goto('/search/userId')
  await ken.page.getByRole('tab', { name: 'My applications' }).click()
  await ken.page.getByText('Gladly. Begin on Monday.').first().waitFor()
})

test('a member applies for a job and sees the answer in Japanese on a phone', async () => {
  const { page } = yui
  await page.goto('/jobs/')
  const card = page.getByRole('article', { name: 'Animator for a short film' })
  await card.getByRole('button', { name: 'もっと見る' }).click()
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  await card.getByRole('button', { name: '応募する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('メッセージ').fill('来月から参加できます。')
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  await dialog.getByRole('button', { name: '送信する' }).click()
  await dialog.getByText('応募を送信しました').waitFor()
  await waitForNoDialog(page)
  await card.getByRole('link', { name: 'Animator for a short film', exact: true }).click()
  await page.getByText('返事待ち').waitFor()
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await ben.page.goto(`/jobs/${plain}`)
  await answer(ben.page.getByRole('article', { name: 'Application from 結衣' }), 'Decline', '今回は見送ります。')
  await page.getByText('今回は見送ります。').waitFor()
  await page.getByText('お断り', { exact: true }).waitFor()
  expect(await interfaceText(page)).not.toMatch(ENGLISH)
})

test('the browsers logged no unexpected errors', () => {
  expect(
    [...ben.consoleErrors, ...ken.consoleErrors, ...yui.consoleErrors].filter((line) => !/40[49]|Failed to load resource/.test(line)),
  ).toEqual([])
})

test('a member without a name or a username chooses a username in the dialog, and the text of the application is kept', async () => {
  const [uma, { cookie }] = await Promise.all([openUserBrowser(), register()])
  const { page, context } = uma
  await addSession(uma, cookie)
  await page.goto(`/jobs/${plain}`)
  await page.getByRole('main').getByRole('button', { name: 'Apply', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply' })
  await dialog.getByLabel('Your message').fill('Nine minutes is what I draw in a good month.')
  const send = dialog.getByRole('button', { name: 'Submit' })
  await send.click()
  await dialog.getByText('A username has 4 to 21 letters').waitFor()
  const username = dialog.getByLabel('Username')
  await username.fill('Adm1n_support')
  await send.click()
  await dialog.getByText('This name could be mistaken for our team’s.').waitFor()
  const name = `uma_${Date.now()}`
  await username.fill(name)
  await send.click()
  await dialog.getByText('Your application has been sent.').waitFor()
  await waitForNoDialog(page)
  await ben.page.goto(`/jobs/${plain}`)
  await ben.page.getByText(name).first().waitFor()
  await ben.page.getByText('Nine minutes is what I draw in a good month.').waitFor()
  await context.close()
})
