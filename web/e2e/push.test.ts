import type { PushMessage } from '../../workers/notifications/push-message.schema.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { openChat, openMember, row, sendMessage } from './conversation.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { createOrder } from './orders.ts'
import { answerPushes, openServiceWorker, type ReceivedPush, receivedPushes, usePushService } from './push-browser.ts'
import { orderWithStatus, signIn } from './steps.ts'
import { fireCron } from './world.ts'

/** Notifications in the demo seller's browser, sent through the local push service, which decrypts them as a browser does. */
let aiko: UserBrowser
/** The ids of the browser's subscriptions, newest last. */
let subscriptions: string[]
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  aiko = await openUserBrowser({ serviceWorker: true })
  subscriptions = await usePushService(aiko.context)
  await aiko.page.goto('/')
  await signIn(aiko.page, 'seller')
})
test.afterAll(closeUserBrowsers)

const newTitle = () => `A sign that is pushed ${crypto.randomUUID().slice(0, 8)}`
const section = () => aiko.page.getByRole('region', { name: 'On this device' })
const messageOf = ({ text }: ReceivedPush) => JSON.parse(text) as PushMessage
/** The pushes about an order with this title. */
const pushesAbout = async (title: string) => (await receivedPushes()).filter((push) => messageOf(push).body === title)
const openSettings = async () => {
  await aiko.page.goto('/settings/')
  await section().getByRole('button').first().waitFor()
}
const turnOn = async () => {
  await section().getByRole('button', { name: 'Turn on here' }).click()
  await section().getByText('This browser shows notifications.').waitFor()
}

test('nothing is subscribed or asked before the member turns notifications on in this browser', async () => {
  const { page } = aiko
  await openSettings()
  expect(subscriptions).toEqual([])
  await turnOn()
  await page.reload()
  await section().getByText('This browser shows notifications.').waitFor()
  expect(subscriptions).toHaveLength(1)
  await expect(page.getByRole('switch', { name: 'Updates to orders, On devices' })).toBeChecked()
})

test('a new order is pushed, the service worker shows it, and its notification opens the order', async () => {
  const { page } = aiko
  const title = newTitle()
  const path = await createOrder(title)
  await expect.poll(() => pushesAbout(title)).toHaveLength(1)
  const [push] = await pushesAbout(title)
  expect(push!.subscription).toBe(subscriptions[0])
  const message = messageOf(push!)
  expect(message).toMatchObject({ title: 'You have a new order', lang: 'en' })

  const { deliver, press } = await openServiceWorker(page)
  const shown = await deliver(push!.text)
  expect(shown).toMatchObject({ title: message.title, options: { body: title, tag: message.tag, lang: 'en' } })
  const opened = await press()
  expect(path.startsWith(new URL(opened).pathname)).toBe(true)
  await page.goto(opened)
  await orderWithStatus(page, 'Requested').waitFor()
  await page.getByText(title).first().waitFor()
})

test('a message that arrives while no page is open is pushed without its words, and the notification opens the conversation', async () => {
  const hana = await openMember('Hana Ito', 'en', 1440)
  const id = await aiko.page.evaluate(async (other) => {
    const headers = { 'content-type': 'application/json' }
    await fetch('/api/chat/openChat', { method: 'POST', headers, body: JSON.stringify({ users: [other] }) })
    return ((await (await fetch('/api/auth/getUserInfo')).json()) as { user_id: number }).user_id
  }, hana.id)
  const room = await openChat(hana, { id })
  await aiko.page.close()
  await sendMessage(hana, room, 'The kiln is free on Friday')
  const pushed = async () => (await receivedPushes()).filter((push) => messageOf(push).url.endsWith(`/messenger/${room}`))
  const runCron = async () => {
    await run('update room_members set push_due = push_due - 60 where room_id = ? and push_due is not null', [room])
    await fireCron()
    return pushed()
  }
  await expect.poll(runCron).toHaveLength(1)
  // Further runs do not repeat it.
  expect(await runCron()).toHaveLength(1)
  const [push] = await pushed()
  expect(push!.text).not.toContain('kiln')

  aiko.page = await aiko.context.newPage()
  const { page } = aiko
  await openSettings()
  const { deliver, press } = await openServiceWorker(page)
  expect(await deliver(push!.text)).toMatchObject({ title: 'New message from Hana Ito', options: { lang: 'en' } })
  await page.goto(await press())
  await row(page, 'The kiln is free on Friday').waitFor()
})

test('pushes about messages can be turned off', async () => {
  const { page } = aiko
  await openSettings()
  const isOn = page.getByRole('switch', { name: 'New messages, on devices' })
  const stored = () => page.waitForResponse((answer) => answer.url().endsWith('/setSettings') && answer.ok())
  const off = stored()
  await isOn.click()
  await off
  await page.reload()
  await expect(isOn).not.toBeChecked()
  const on = stored()
  await isOn.click()
  await on
})

test('a subscription that the push service does not know any more is removed', async () => {
  const title = newTitle()
  await openSettings()
  await answerPushes(subscriptions[0]!, 410)
  await createOrder(title)
  const rows = () => run('select id from push_devices where endpoint like ?', [`%${subscriptions[0]}`])
  await expect.poll(async () => (await rows()).length).toBe(0)
  expect(await pushesAbout(title)).toEqual([])
})

test('a browser that has logged out gets no pushes until the member logs in there again', async () => {
  const { page } = aiko
  await page.evaluate(() => {
    for (const key of ['mock of PushManager', 'mock of the permission']) localStorage.removeItem(key)
  })
  await page.reload()
  await turnOn()
  expect(subscriptions).toHaveLength(2)
  await page
    .getByRole('region', { name: 'Where you are logged in' })
    .getByRole('button', { name: /^Log out( everywhere)?$/ })
    .last()
    .click()
  await page.getByRole('banner').getByRole('button', { name: 'Log in', exact: true }).waitFor()
  // The browser itself has ended its subscription.
  expect(await page.evaluate(() => localStorage.getItem('mock of PushManager'))).toBeNull()
  const silent = newTitle()
  await createOrder(silent)
  const waiting = async () =>
    (await run('select id from notifications where push_due is not null and params like ?', [`%${silent}%`])).length
  await expect.poll(waiting).toBe(0)
  expect(await pushesAbout(silent)).toEqual([])

  await signIn(page, 'seller')
  await expect.poll(() => subscriptions.length).toBe(3)
  const isOn = async () => (await run('select id from push_devices where endpoint like ?', [`%${subscriptions[2]}`])).length
  await expect.poll(isOn).toBe(1)
  const title = newTitle()
  await createOrder(title)
  await expect.poll(() => pushesAbout(title)).toHaveLength(1)
  expect(await pushesAbout(silent)).toEqual([])
})

test('the browser logged no unexpected errors', () => {
  expect(aiko.consoleErrors).toEqual([])
})
