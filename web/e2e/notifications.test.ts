import { createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { TOPICS } from '../../workers/notifications/settings.schema.ts'
import { findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath, register, send } from './calls.ts'
import { openChat, openMember, row, sendMessage } from './conversation.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { linkIn, mailTo } from './outbox.ts'
import { changeOrder, deliver, orderWithStatus, signIn } from './steps.ts'
import { fireCron, url } from './world.ts'

/** Notifications of an order's steps: the seller on a desktop, the buyer on a phone in Japanese. */
const TITLE = `A sign that is announced ${crypto.randomUUID().slice(0, 8)}`

let aiko: UserBrowser
let ben: UserBrowser
let orderPath: string
/** How often each page was loaded. */
const loads = new Map<Page, number>()
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  aiko = await openUserBrowser()
  ben = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await ben.context.addCookies([{ name: 'hl', value: 'ja', url }])
  for (const { page } of [aiko, ben]) page.on('load', () => loads.set(page, (loads.get(page) ?? 0) + 1))
  await Promise.all([aiko.page.goto('/'), ben.page.goto('/')])
  await signIn(aiko.page, 'seller')
  await signIn(ben.page, 'buyer', 'ja')
})
test.afterAll(closeUserBrowsers)

const bell = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('link', { name })
/** Makes a call of the API as the member of this page. */
async function post(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([address, json]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`/api/${address}`, { method: 'POST', headers, body: json })).status
    },
    [path, JSON.stringify(body)],
  )
  expect(status).toBe(200)
}
const entry = (page: Page, text: string) => page.getByRole('main').getByRole('link').filter({ hasText: text }).filter({ hasText: TITLE })

test('the seller sees a new order in the bell and in the list without a reload', async () => {
  const { page } = aiko
  await bell(page, /^Notifications/).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  // Other journeys may have left unread notifications of the same member.
  const markAll = page.getByRole('button', { name: 'Mark all as read' })
  if (await markAll.isVisible()) await markAll.click()
  loads.clear()
  orderPath = await createOrder(TITLE)
  await entry(page, 'New order').filter({ hasText: 'Unread' }).waitFor()
  await bell(page, /^Notifications.*\d+ unread$/).waitFor()
  expect(loads.get(page) ?? 0).toBe(0)
})

test('opening the order marks its notification as read', async () => {
  const { page } = aiko
  await entry(page, 'New order').click()
  await orderWithStatus(page, 'Requested').waitFor()
  expect(`${new URL(page.url()).pathname}/`.startsWith(orderPath.split('/').slice(0, 3).join('/'))).toBe(true)
  await page.goBack()
  await entry(page, 'New order').waitFor()
  await expect(entry(page, 'New order')).not.toContainText('Unread')
})

test('the buyer sees in Japanese that the seller has accepted, and marks all as read', async () => {
  await aiko.page.goto(orderPath)
  await changeOrder(aiko.page, /^Accept$/, 'In progress')
  const { page } = ben
  await bell(page, /^お知らせ.*未読\d+件$/).click()
  await entry(page, '出品者が注文を承諾しました').filter({ hasText: '未読' }).waitFor()
  await page.getByRole('button', { name: 'すべて既読にする' }).click()
  await expect(entry(page, '出品者が注文を承諾しました')).not.toContainText('未読')
})

test('a notification that arrives while its order is on screen is read at once', async () => {
  const { page } = ben
  await page.goto(orderPath)
  await page.getByRole('article').first().waitFor()
  const marked = page.waitForResponse((answer) => answer.url() === `${url}/api/notifications/markThingRead` && answer.ok())
  await deliver(aiko.page, 'Here is your logo.')
  await marked
  await page.goto('/notifications/')
  await entry(page, '出品者が納品しました').waitFor()
  await expect(entry(page, '出品者が納品しました')).not.toContainText('未読')
})

test('a notification that is hidden in the app is read at once, too, while its order is on screen', async () => {
  const { page } = aiko
  const setTopicsOff = (off: string[]) => post(page, 'notifications/setSettings', { off, quiet: null, timeZone: 'UTC' })
  const isRead = async () => {
    const rows = await run("select read_at from notifications where kind = 'changesRequested' and hidden and params like ?", [`%${TITLE}%`])
    return rows.map(({ read_at }) => read_at !== null)
  }
  await setTopicsOff(['app:orders'])
  try {
    await page.goto(orderPath)
    await orderWithStatus(page, 'Delivered').waitFor()
    // Nothing else is unread, so the unread count stays 0.
    await post(page, 'notifications/markAllRead', { upTo: 1_000_000_000 })
    await post(ben.page, 'orders/requestChanges', { orderId: orderPath.split('/')[2], message: 'The lines are too thin to read.' })
    await page.getByText('Changes requested (1 of 1)').first().waitFor()
    await expect.poll(isRead).toEqual([true])
  } finally {
    await setTopicsOff([])
  }
})

test('a guest is asked to log in', async () => {
  const { page } = await openUserBrowser()
  await page.goto('/notifications/')
  await page.getByRole('dialog', { name: /Log in/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: 'Log in to see your notifications' }).waitFor()
})

test('a new order is mailed to its seller in Japanese, and the link of the mail opens the order on a phone', async () => {
  const index = 1000 + crypto.getRandomValues(new Uint16Array(1))[0]!
  const session = await seedSignIn(url, index)
  const email = `${crypto.randomUUID()}@example.com`
  await session.post('auth/addProfile', { profile: { name: 'Sora Ito', title: '', description: '' } })
  await session.post('auth/setLanguage', { language: 'ja' })
  await session.post('auth/setEmail', { email })
  await session.post('auth/confirmEmail', { token: new URL(linkIn(await mailTo(email, /確認/))).hash.slice(1) })

  const title = `A sign that is mailed ${crypto.randomUUID().slice(0, 8)}`
  const path = await createOrder(title, [], undefined, { index, session })
  // The mail waits for two minutes, because a notification that is read in this time is not mailed.
  const makeDue = () =>
    run('update notifications set mail_due = mail_due - 200 where user_id = ? and mail_due is not null returning id', [session.id])
  await expect.poll(makeDue).toHaveLength(1)
  await fireCron()
  const mail = await mailTo(email, /新しい注文が入りました/)
  expect(mail.text).toContain(title)

  const seller = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await addSession(seller, session.cookie)
  await seller.page.goto(linkIn(mail))
  await seller.page.getByRole('article', { name: '注文' }).getByRole('heading', { name: title }).waitFor()
  expect(new URL(seller.page.url()).pathname).toContain(path.split('/')[2])
})

test('an unread message is mailed after the time that the member chose; the mail leads to the room, and its other link stops such mails', async () => {
  const [hana, account] = [await openMember('Hana Ito', 'en', 1440), await register('ja')]
  const token = new URL(linkIn(await mailTo(account.email, /確認/))).hash.slice(1)
  expect((await send('auth/confirmEmail', { token }, { cookie: account.cookie })).status).toBe(200)
  const rui = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await rui.context.addCookies([{ name: 'hl', value: 'ja', url }])
  await addSession(rui, account.cookie)
  await rui.page.goto('/settings/')
  const id = await rui.page.evaluate(async () => ((await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }).user_id)
  const saved = rui.page.waitForResponse((answer) => answer.url().endsWith('/setChatSettings') && answer.ok())
  await rui.page.getByLabel('未読メッセージのお知らせメール').selectOption('1時間後')
  await saved
  await rui.page.close()

  const room = await openChat(hana, { id })
  await openChat(account, hana)
  await sendMessage(hana, room, 'The kiln is free on Friday')
  const minutesLeft = async () => {
    const [member] = await run('select (digest_due - unixepoch()) / 60.0 as minutes from room_members where user_id = ?', [id])
    return member!.minutes as number | null
  }
  await expect.poll(minutesLeft).toBeGreaterThan(55)
  expect(await minutesLeft()).toBeLessThanOrEqual(60)
  // Nothing is sent before.
  await fireCron()
  expect(await minutesLeft()).toBeGreaterThan(55)
  await run('update room_members set digest_due = digest_due - 3600 where user_id = ?', [id])
  await fireCron()
  const mail = await mailTo(account.email, /^未読のメッセージが1件あります$/)
  expect(mail.text).toContain('• Hana Ito (1)')
  expect(mail.text).not.toContain('kiln')
  expect(await minutesLeft()).toBeNull()

  const page = await rui.context.newPage()
  await page.goto(linkIn(mail))
  await row(page, 'The kiln is free on Friday').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/messenger/${room}`)

  const guest = await openUserBrowser({ language: 'ja', width: 390, height: 844 })
  await guest.page.goto(/https?:\/\/\S+unsubscribe=\S+/.exec(mail.text)![0])
  await guest.page.getByText('「未読のメッセージ」').waitFor()
  await guest.page.getByRole('button', { name: 'このメールを停止する' }).click()
  await guest.page.getByRole('status').filter({ hasText: '停止しました。' }).waitFor()
  await page.goto('/settings/')
  await expect(page.getByLabel('未読メッセージのお知らせメール')).toHaveValue('0')
  await sendMessage(hana, room, 'And on Saturday')
  const lastSeq = async () => (await run('select last_seq from room_members where user_id = ?', [id]))[0]!.last_seq
  await expect.poll(lastSeq).toBe(2)
  expect(await minutesLeft()).toBeNull()
})

test('on a phone each topic of the settings is one row with its three channels side by side', async () => {
  const phone = await openUserBrowser({ width: 390, height: 844 })
  await addSession(phone, (await register()).cookie)
  const { page } = phone
  await page.goto('/settings/')
  const table = page.getByRole('region', { name: 'Notifications' }).getByRole('table')
  await table.waitFor()
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!
  const heads = await Promise.all(['In the app', 'By e-mail', 'On devices'].map((name) => boxOf(table.getByRole('columnheader', { name }))))
  for (const topic of ['New orders', 'Updates to orders', 'Payments that could not be sent', 'Reminders of deadlines']) {
    const targets = await table.getByRole('row', { name: topic }).locator('label').all()
    const boxes = await Promise.all(targets.map(boxOf))
    expect(boxes.filter(({ x, width }, i) => x < heads[i]!.x || x + width > heads[i]!.x + heads[i]!.width)).toEqual([])
    expect(boxes).toHaveLength(3)
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
    expect(boxes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([])
  }
  expect((await boxOf(table)).height).toBeLessThan(67 * TOPICS.length)
  expect(await findViolations(page, 'main')).toEqual([])
})

test('the link in a mail turns off one topic without a login; the settings show this, and store quiet hours', async () => {
  const account = await register()
  const token = new URL(linkIn(await mailTo(account.email, /Confirm/))).hash.slice(1)
  expect((await send('auth/confirmEmail', { token }, { cookie: account.cookie })).status).toBe(200)
  const user = (await (await fetchPath('/api/auth/getUserInfo', { headers: { cookie: account.cookie } })).json()) as { user_id: number }
  // The same signature as the server's, with the key of the local world.
  const signature = createHmac('sha256', 'local-world-only')
    .update(`unsubscribe ${user.user_id} orders ${account.email}`)
    .digest('base64url')
  const link = `${user.user_id}.orders.${signature}`

  const guest = await openUserBrowser({ width: 390, height: 844 })
  await guest.page.goto(`/settings/?unsubscribe=${link}`)
  await guest.page.getByText('This stops e-mails of the topic “Updates to orders”.').waitFor()
  await guest.page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await guest.page.getByRole('status').filter({ hasText: 'You get no more e-mails about this topic.' }).waitFor()

  const member = await openUserBrowser()
  await addSession(member, account.cookie)
  const { page } = member
  await page.goto('/settings/')
  const section = page.getByRole('region', { name: 'Notifications' })
  await expect(section.getByRole('switch', { name: 'Updates to orders, By e-mail' })).not.toBeChecked()
  await expect(section.getByRole('switch', { name: 'Updates to orders, In the app' })).toBeChecked()
  await expect(section.getByRole('switch', { name: 'Disputes, By e-mail' })).toBeChecked()
  const stored = () => page.waitForResponse((answer) => answer.url().endsWith('/setSettings') && answer.ok())
  const saved = stored()
  // The switch shows the stored setting, which changes a moment after the click.
  await section.getByRole('switch', { name: /Quiet hours/ }).click()
  await saved
  await expect(section.getByRole('switch', { name: /Quiet hours/ })).toBeChecked()
  const changed = stored()
  await section.getByLabel('To', { exact: true }).fill('08:30')
  await changed
  await page.reload()
  await expect(section.getByLabel('To', { exact: true })).toHaveValue('08:30')
  await expect(section.getByLabel('From')).toHaveValue('22:00')
})
