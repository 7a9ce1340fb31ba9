import type { Page } from '@playwright/test'
import { createTestClient, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { MNEMONIC, signIn as signInWith } from '../../workers/local/seed/client.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath, readError, send } from './calls.ts'
import { row, write } from './conversation.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { createOrder } from './orders.ts'
import { signIn, waitForNoDialog } from './steps.ts'
import { rpcUrl, url } from './world.ts'

/**
 * An admin hides a reported message and suspends its author, who finishes an order. The admin ends the suspension and shows the message
 * again.
 */
test.describe.configure({ mode: 'serial' })

/** Wallets that no other test uses. */
const [MEMBER, READER] = [146, 147]
const TITLE = `A sign of a suspended member ${crypto.randomUUID().slice(0, 8)}`
const NAME = `Kei ${crypto.randomUUID().slice(0, 8)}`
const REASON = 'You advertise in messages to people who did not ask.'

const AD = 'Buy my signs today!'
const HIDDEN = 'The team has hidden this message after a report.'

let admin: UserBrowser
let member: UserBrowser
let recipient: UserBrowser
let session: Awaited<ReturnType<typeof signInWith>>
let reader: Awaited<ReturnType<typeof signInWith>>
let orderPath: string
let serviceId: number
/** The conversation of the member with the reader. */
let roomId: string

test.beforeAll(async () => {
  ;[session, reader] = await Promise.all([signInWith(url, MEMBER), signInWith(url, READER)])
  await session.post('auth/addProfile', { profile: { name: NAME, title: 'Signs', description: '' } })
  await reader.post('auth/addProfile', { profile: { name: 'Ren Sato', title: 'Letters', description: '' } })
  const { address } = mnemonicToAccount(MNEMONIC, { addressIndex: MEMBER })
  await createTestClient({ mode: 'anvil', chain: anvil, transport: http(rpcUrl) }).setBalance({ address, value: parseEther('10') })
  orderPath = await createOrder(TITLE, [{ do: 'accept' }], undefined, { index: MEMBER, session })
  const [listing] = await run('select id from listings where title = ?', [TITLE])
  serviceId = Number(listing!.id)
  ;({ roomId } = await session.post<{ roomId: string }>('chat/openChat', { users: [reader.id] }))
  await session.post('chat/sendMessage', { roomId, clientId: crypto.randomUUID(), message: { text: AD } })
  await reader.post('orders/addConversationReport', { roomId, messages: [1], reason: 'spam', text: 'I do not know them.' })
  ;[admin, member, recipient] = await Promise.all([openUserBrowser(), openUserBrowser({ width: 390, height: 844 }), openUserBrowser()])
  await Promise.all([addSession(member, session.cookie), addSession(recipient, reader.cookie)])
  await admin.page.goto('/admin/reports?kind=messages')
  await signIn(admin.page, 'admin')
})
test.afterAll(closeUserBrowsers)

const decisions = (page: Page) => page.getByRole('group', { name: `Decisions about ${NAME}` }).first()
const hiddenGroup = (page: Page) => page.getByRole('article', { name: 'Hidden messages' }).filter({ hasText: NAME })
const openTab = ({ page }: UserBrowser, name: string) => page.getByRole('tab', { name }).click()
const notice = (page: Page) => page.getByRole('region', { name: 'Suspension of your account' })
const statusOf = async (path: string) => (await fetchPath(path)).status

test('an admin hides the reported message: both members see that at once, and nothing of it', async () => {
  await recipient.page.goto(`/messenger/${roomId}`)
  await row(recipient.page, AD).waitFor()
  const { page } = admin
  await page
    .getByRole('article', { name: 'Reported messages' })
    .filter({ hasText: NAME })
    .getByRole('button', { name: 'Hide the message' })
    .click()
  await hiddenGroup(page).getByText(AD).waitFor()
  await expect(page.getByRole('article', { name: 'Reported messages' }).filter({ hasText: NAME })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  await row(recipient.page, HIDDEN).waitFor()
  await expect(recipient.page.getByText(AD)).toHaveCount(0)
  expect(await findViolations(recipient.page)).toEqual([])
  await member.page.goto(`/messenger/${roomId}`)
  await row(member.page, HIDDEN).waitFor()
  await member.page.goto('/messenger/')
  await member.page.getByRole('link', { name: /Ren Sato.*Hidden by the team/ }).waitFor()
})

test('an admin warns the author of reported messages, who is notified of the reason', async () => {
  const { page } = admin
  await decisions(page).getByText('No warnings so far').waitFor()
  await decisions(page).getByRole('button', { name: 'Warn' }).click()
  const form = dialog(page, `Warn ${NAME}?`)
  await form.getByRole('button', { name: 'Send the warning' }).click()
  await form.getByText('Please write a reason.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await form.getByLabel('Reason').fill('Please do not advertise.')
  await form.getByRole('button', { name: 'Send the warning' }).click()
  await waitForNoDialog(page)
  await decisions(page).getByText('1 warning so far').waitFor()
  await member.page.goto('/notifications/')
  await member.page.getByRole('link', { name: /Our team has sent you a warning.*Please do not advertise\./ }).waitFor()
  await expect(notice(member.page)).toHaveCount(0)
})

test('the admin suspends them for a time; the member reads why and what stays possible, and the listing is gone', async () => {
  const { page } = admin
  expect(await statusOf(`/services/${serviceId}/x`)).not.toBe(404)
  await decisions(page).getByRole('button', { name: 'Suspend' }).click()
  const form = dialog(page, `Suspend ${NAME}?`)
  await form.getByLabel('Reason').fill(REASON)
  await form.getByLabel('Duration').selectOption({ label: '30 days' })
  await form.getByText('It ends by itself on').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Suspend the account' }).click()
  await waitForNoDialog(page)
  await decisions(page).getByText('Suspended until').waitFor()
  await openTab(admin, 'Suspended')
  await page
    .getByRole('article', { name: `Suspension of ${NAME}` })
    .getByText(REASON)
    .waitFor()
  expect(await findViolations(page)).toEqual([])

  await member.page.goto('/')
  await notice(member.page).getByText('Your account is suspended until').waitFor()
  expect(await findViolations(member.page)).toEqual([])
  await notice(member.page).getByRole('button', { name: 'Details' }).click()
  const details = dialog(member.page, 'Your account is suspended')
  await details.getByText(REASON).waitFor()
  await details.getByText('Withdraw your money').waitFor()
  expect(await findDialogViolations(member.page)).toEqual([])
  await details.getByRole('button', { name: 'Close' }).last().click()
  await waitForNoDialog(member.page)
  await expect.poll(() => statusOf(`/services/${serviceId}/x`)).toBe(404)
})

test('they can neither publish nor write to somebody new, but write in the room of their order and deliver it', async () => {
  const refusal = { status: 403, code: 'account_suspended' }
  const { cookie } = session
  for (const [call, body] of [
    ['listings/toggleService', { serviceId, enabled: true, listType: 'services' }],
    ['chat/openChat', { users: [reader.id] }],
    ['creators/likePost', {}],
  ] as const)
    expect(await readError(send(call, body, { cookie }))).toMatchObject(refusal)
  const { page } = member
  await page.goto(`/messenger/${roomId}`)
  await page.getByText('You cannot write here while your account is suspended.').waitFor()
  await expect(page.getByRole('textbox', { name: /Write to/ })).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
  const [, , orderId, room] = orderPath.split('/')
  await page.goto(`/messenger/${room}`)
  await write(page, 'It will be ready tomorrow.')
  await row(page, 'It will be ready tomorrow.').waitFor()
  await notice(page).waitFor()
  await session.post('orders/addDelivery', { orderId, message: 'Here is your sign.', files: [] })
  await page.goto(orderPath)
  await page.getByText('Here is your sign.').first().waitFor()
})

test('the admin ends the suspension: the notice is gone, the member is notified, and the listing is back', async () => {
  const { page } = admin
  await page
    .getByRole('article', { name: `Suspension of ${NAME}` })
    .getByRole('button', { name: 'End the suspension' })
    .click()
  const form = dialog(page, `End the suspension of ${NAME}?`)
  await form.getByLabel('Reason').fill('We have talked about it.')
  await form.getByRole('button', { name: 'End the suspension' }).click()
  await waitForNoDialog(page)
  await expect(page.getByRole('article', { name: `Suspension of ${NAME}` })).toHaveCount(0)
  await openTab(admin, 'Messages')
  await decisions(page).getByRole('button', { name: 'Suspend' }).waitFor()
  await decisions(page).getByText('Decisions so far').click()
  await decisions(page).getByText('Why it ended: We have talked about it.').waitFor()
  await member.page.goto('/notifications/')
  await member.page.getByRole('link', { name: /Your account is no longer suspended/ }).waitFor()
  await expect(notice(member.page)).toHaveCount(0)
  await expect.poll(() => statusOf(`/services/${serviceId}/x`)).not.toBe(404)
})

test('the admin shows the message again, as it was', async () => {
  const { page } = admin
  await hiddenGroup(page).getByRole('button', { name: 'Show them again' }).click()
  await expect(hiddenGroup(page)).toHaveCount(0)
  await row(recipient.page, AD).waitFor()
  // By mistake: it is hidden again without another report.
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(recipient.page, HIDDEN).waitFor()
  await hiddenGroup(page).getByRole('button', { name: 'Show them again' }).click()
  await expect(hiddenGroup(page)).toHaveCount(0)
  await row(recipient.page, AD).waitFor()
  await expect(recipient.page.getByText(HIDDEN)).toHaveCount(0)
})
