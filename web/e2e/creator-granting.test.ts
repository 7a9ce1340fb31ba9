import { createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import type { PlatformAdminAnswer } from '../../workers/creators/creators.schema.ts'
import type { SavedPost } from '../../workers/creators/posts.schema.ts'
import { MNEMONIC, signIn as signInByCall } from '../../workers/local/seed/client.ts'
import { ADMIN, BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath, send } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { findInScripts, watchScripts } from './scripts.ts'
import { answerWallet, confirmUntil, interfaceText, signIn, waitForNoDialog } from './steps.ts'
import { rpcUrl, url } from './world.ts'

/**
 * A member applies in Japanese on a phone. Two admins of the Platform contract answer: the demo admin, and the demo buyer, whom the owner
 * of the contract adds for this journey.
 */

const NAME = `k${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
const QUESTION = 'Where can we see your books?'
const ANSWER = '鴨川の図書館にあります。'
/** Words of the code that only admins of the Platform contract and of the OrderBook contract load. */
const ADMIN_CODE = ['answerCreatorApplication', 'decideReports', 'addDecisionReason']

const [chain, transport] = [foundry, http(rpcUrl)]
const reader = createPublicClient({ chain, transport, pollingInterval: 100 })
let platform: Hex
const isCreator = () => reader.readContract({ abi: platformAbi, address: platform, functionName: 'isCreator', args: [SELLER.address] })
/** Sends a transaction of the owner of the contracts (account 6) and waits for it. */
async function asOwner(functionName: 'addAdmin' | 'removeAdmin' | 'removeCreator', address: Hex): Promise<void> {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: 6 })
  const wallet = createWalletClient({ account, chain, transport })
  const hash = await wallet.writeContract({ abi: platformAbi, address: platform, functionName, args: [address] })
  await reader.waitForTransactionReceipt({ hash, checkReplacement: false })
}
const isBuyerAdmin = () => reader.readContract({ abi: platformAbi, address: platform, functionName: 'hasAdmin', args: [BUYER.address] })

/** Other journeys need the demo people as they were. */
async function reset(): Promise<void> {
  await run('delete from creators', [])
  await run('delete from creator_applications', [])
  if (await isCreator()) await asOwner('removeCreator', SELLER.address)
  if (await isBuyerAdmin()) await asOwner('removeAdmin', BUYER.address)
}

let applicant: UserBrowser
let first: UserBrowser
let second: UserBrowser

const main = ({ page }: UserBrowser) => page.getByRole('main')
const card = (browser: UserBrowser) => main(browser).getByRole('article', { name: NAME })
const row = (browser: UserBrowser) => main(browser).getByRole('row').filter({ hasText: NAME })
const toastWith = ({ page }: UserBrowser, text: string) => page.getByText(text).first()

test.describe.configure({ mode: 'serial' })
/** The applicant opens the newest notification with this text. */
async function openNotification(text: string): Promise<void> {
  await applicant.page.goto('/notifications/')
  await main(applicant).getByRole('link', { name: text }).first().click()
  await main(applicant).getByRole('heading', { level: 1, name: 'クリエイターになる' }).waitFor()
}

test.beforeAll(async () => {
  const admin = await signInByCall(url, 3)
  platform = (await admin.get<PlatformAdminAnswer>('creators/getPlatformAdmin')).admin!.contract
  await reset()
  await asOwner('addAdmin', BUYER.address)
  applicant = await openUserBrowser({ width: 390, height: 844 })
  await applicant.context.addCookies([{ name: 'hl', value: 'ja', url }])
  first = await openUserBrowser()
  second = await openUserBrowser()
  for (const { page } of [applicant, first, second]) watchScripts(page)
})
test.afterAll(async () => {
  await reset()
  await closeUserBrowsers()
})

test('a member gets neither a page of the panel, nor a call, nor its code', async () => {
  const { page } = applicant
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/(get(Creators|CreatorApplications|Disputes|Reports|ConversationReports|Sponsorships)|findCreator)\b/.test(request.url()))
      calls.push(request.url())
  })
  await page.goto('/')
  await signIn(page, 'seller', 'ja')
  const answered = page.waitForResponse('**/api/creators/getPlatformAdmin')
  await page.getByRole('button', { name: 'アカウント' }).click()
  await answered
  await page.getByRole('link', { name: 'クリエイターになる' }).first().waitFor()
  expect(await page.getByRole('link', { name: '管理画面' }).count()).toBe(0)
  for (const path of ['/admin', '/admin/applications', '/admin/creators', '/admin/disputes', '/admin/reports']) {
    await page.goto(path)
    await page.getByRole('heading', { name: '管理者専用のページです' }).waitFor()
    expect(await page.getByRole('navigation', { name: '管理者のページ' }).count()).toBe(0)
  }
  expect(await findViolations(page)).toEqual([])
  // Nor its texts: the name of the links to its pages.
  expect([calls, await findInScripts(page, [...ADMIN_CODE, '管理者のページ'])]).toEqual([[], []])

  const { cookie } = await signInByCall(url, 1)
  const transactionHash = `0x${'a'.repeat(64)}`
  const codeOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { error: { code: string } }).error.code
  for (const [as, code] of [
    [cookie, 'forbidden'],
    ['', 'unauthorized'],
  ] as const) {
    for (const path of ['getCreators', 'getCreatorApplications', `findCreator?address=${SELLER.address}`])
      expect(await codeOf(fetchPath(`/api/creators/${path}`, { headers: { cookie: as } }))).toBe(code)
    for (const [path, body] of [
      ['answerCreatorApplication', { id: 'a'.repeat(22), action: 'ask', text: 'Why?' }],
      ['enableCreator', { address: SELLER.address, application: null, transactionHash }],
      ['removeCreator', { user_id: 1, transactionHash }],
      ['togglePromoted', { id: 1, value: true }],
      ['toggleShop', { id: 1, value: true }],
    ] as const)
      expect(await codeOf(send(`creators/${path}`, body, { cookie: as }))).toBe(code)
  }
})

test('the first admin asks about an application, and the applicant answers', async () => {
  const { page } = applicant
  await page.goto('/creator-sign-up/')
  const form = main(applicant)
  await form.getByLabel('メールアドレス').fill('hana@example.com')
  await form.getByLabel('氏名').fill('鴨川 花')
  await form.getByLabel('自己紹介と作品について').fill('絵本を描いています。')
  await form.getByLabel('クリエイター名').fill(NAME)
  await form.getByText('この名前は使えます。').waitFor()
  await form.getByRole('button', { name: '申請を送信' }).click()
  await dialog(page, '申請を送信しました').getByRole('button', { name: '閉じる' }).last().click()
  await form.getByText('返事待ち').waitFor()

  await first.page.goto('/')
  await signIn(first.page, 'admin')
  await first.page.getByRole('button', { name: 'Your account' }).click()
  await first.page.getByRole('link', { name: 'Admin panel' }).click()
  await first.page.getByRole('heading', { level: 1, name: 'Admin panel' }).waitFor()
  for (const part of ['Creators', 'Disputes', 'Reports'])
    await main(first).getByRole('heading', { level: 3 }).getByRole('link', { name: part, exact: true }).waitFor()
  expect(await findViolations(first.page)).toEqual([])
  await main(first).getByRole('link', { name: 'Creator applications' }).click()
  await card(first).getByText('hana@example.com').waitFor()
  await expect(card(first).getByRole('definition')).toContainText([NAME, '鴨川 花', SELLER.address, '絵本を描いています。'])
  expect(await findViolations(first.page)).toEqual([])
  expect(await findInScripts(first.page, ADMIN_CODE)).toContain('answerCreatorApplication')

  await card(first).getByRole('button', { name: 'Ask a question' }).click()
  const asking = dialog(first.page, `Ask ${NAME} a question`)
  await asking.getByRole('button', { name: 'Send the question' }).click()
  await asking.getByRole('alert').filter({ hasText: 'Please write a question.' }).waitFor()
  await expect(asking.getByLabel('Question')).toBeFocused()
  await first.page.keyboard.type(QUESTION)
  expect(await findDialogViolations(first.page)).toEqual([])
  // What was written is still there after the dialog was closed.
  await first.page.keyboard.press('Escape')
  await waitForNoDialog(first.page)
  await card(first).getByRole('button', { name: 'Ask a question' }).press('Enter')
  await expect(asking.getByLabel('Question')).toHaveValue(QUESTION)
  await asking.getByRole('button', { name: 'Send the question' }).click()
  await waitForNoDialog(first.page)
  await card(first).getByText('Waiting for the applicant').waitFor()
  expect(await card(first).getByRole('button', { name: 'Ask a question' }).count()).toBe(0)

  await form.getByText(QUESTION).waitFor()
  await form.getByLabel('運営への回答').fill(ANSWER)
  await form.getByRole('button', { name: '回答を送信' }).click()
  await form.getByText('返事待ち').waitFor()
})

test('the second admin grants it: declined in the wallet first, then with a report that is lost and a reload', async () => {
  const { page } = second
  await page.goto('/admin/applications')
  await signIn(page, 'buyer')
  await card(second).getByText(ANSWER).waitFor()
  await card(second).getByRole('button', { name: 'Make a creator' }).click()
  const granting = dialog(page, `Make ${NAME} a creator?`)
  await granting.getByText('This wallet is no creator.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await granting.getByRole('button', { name: 'Make a creator' }).click()
  await answerWallet(page, 'Reject')
  await granting.getByRole('alert').filter({ hasText: 'You declined in your wallet. Nothing was sent.' }).waitFor()
  expect(await isCreator()).toBe(false)

  await page.route('**/api/creators/enableCreator', (route) => route.abort())
  const reported = page.waitForRequest('**/api/creators/enableCreator')
  await granting.getByRole('button', { name: 'Make a creator' }).click()
  await answerWallet(page)
  await reported
  expect([await isCreator(), await run('select name from creators', [])]).toEqual([true, []])
  // The calls fail until the new page is there, because the page before it tries again every few seconds.
  await page.reload()
  await page.unroute('**/api/creators/enableCreator')
  await toastWith(second, 'The applicant is a creator now.').waitFor()
  await expect(card(second)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Accepted', exact: true }).click()
  await card(second).getByText('Accepted').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('warren.creatorChanges'))).toBeNull()
  expect(await card(second).getByRole('button').count()).toBe(0)

  await main(applicant).getByText('承認済み').waitFor()
  await main(applicant).getByText(`クリエイター名は${NAME}です`).waitFor()
  expect(await interfaceText(applicant.page)).not.toMatch(/creator|application/i)
})

test('the first admin promotes, lets sell, removes and restores the creator', async () => {
  const { page } = first
  await page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link', { name: 'Creators', exact: true }).click()
  await row(first)
    .getByRole('switch', { name: `Promote ${NAME}` })
    .click()
  const promoted = row(first).getByRole('switch', { name: `Promote ${NAME}` })
  await expect(promoted).toBeChecked()
  await expect.poll(() => run('select is_promoted from creators', [])).toEqual([expect.objectContaining({ is_promoted: 1 })])
  // The first call answers what an old session gets. The session stays as it is, because other journeys sign in as this admin, too.
  await main(first).getByText('There is no shop yet.').waitFor()
  const refusal = { status: 401, json: { error: { code: 'sign_in_again', message: 'Sign in again' } } }
  await page.route('**/api/creators/toggleShop', (route) => route.fulfill(refusal), { times: 1 })
  const selling = row(first).getByRole('switch', { name: `Let ${NAME} sell in the shop` })
  await selling.click()
  const confirming = dialog(page, `Let ${NAME} sell in the shop?`)
  await confirming.getByText('Confirm that it is you').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  expect(await run('select may_sell from creators', [])).toEqual([expect.objectContaining({ may_sell: 0 })])
  await confirming.getByRole('button', { name: /^Demo admin/ }).click()
  await answerWallet(page)
  await waitForNoDialog(page)
  await expect(selling).toBeChecked()
  expect(await run('select may_sell from creators', [])).toEqual([expect.objectContaining({ may_sell: 1 })])
  await main(first).getByLabel('Search creators').fill('nobody has this name')
  await main(first).getByRole('heading', { name: 'No creator found' }).waitFor()
  await main(first).getByLabel('Search creators').fill(NAME.slice(2, 9))
  await main(first).getByLabel('Order by').selectOption('Name, A to Z')
  await row(first).waitFor()
  expect(await findViolations(page)).toEqual([])

  const creator = await signInByCall(url, 1)
  const post = { name: NAME, pid: null, version: 0, content: '<p>絵本ができました。</p>', link: '', media: [], draft: false }
  const { pid } = await creator.post<SavedPost>('creators/addPost', post)
  const pages = [`/${NAME}/`, `/${NAME}/p/${pid}`]
  // The edge of the local world keeps a page for a second.
  const expectStatus = (status: number) =>
    expect.poll(() => Promise.all(pages.map(async (path) => (await fetchPath(path)).status))).toEqual([status, status])
  await expectStatus(200)

  await row(first)
    .getByRole('button', { name: `Remove ${NAME}` })
    .click()
  const removing = dialog(page, `Remove ${NAME}?`)
  await removing.getByText('This wallet is a creator.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await removing.getByRole('button', { name: 'Remove', exact: true }).click()
  await confirmUntil(page, row(first).getByText('Removed on'))
  await waitForNoDialog(page)
  expect(await isCreator()).toBe(false)
  await expectStatus(404)
  await openNotification('運営が、あなたのクリエイターページを非公開にしました。内容はすべて残っています。')
  await main(applicant).getByText('作品とクリエイター名').waitFor()
  await main(applicant).getByRole('link', { name: 'お問い合わせください' }).waitFor()
  expect(await findViolations(applicant.page)).toEqual([])
  await expect(promoted).toBeDisabled()
  await expect(promoted).not.toBeChecked()
  // It is kept, and can be taken away.
  await expect(selling).toBeChecked()
  await selling.press('Space')
  await expect(selling).not.toBeChecked()
  await expect(selling).toBeDisabled()

  await main(first).getByRole('button', { name: 'Enable by address' }).click()
  const enabling = dialog(page, 'Enable a creator by address')
  await enabling.getByLabel('Address of the wallet').fill('0x123')
  await enabling.getByRole('button', { name: 'Find' }).click()
  await enabling.getByRole('alert').filter({ hasText: 'This is not an address.' }).waitFor()
  await enabling.getByLabel('Address of the wallet').fill(platform)
  await enabling.getByRole('button', { name: 'Find' }).click()
  await enabling.getByText('There is no creator and no application with this wallet.').waitFor()
  await enabling.getByLabel('Address of the wallet').fill(SELLER.address.toLowerCase())
  await enabling.getByRole('button', { name: 'Find' }).click()
  await enabling.getByText('This wallet is no creator.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await enabling.getByRole('button', { name: 'Continue' }).click()
  const restoring = dialog(page, `Restore ${NAME}?`)
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await confirmUntil(page, row(first).getByRole('button', { name: `Remove ${NAME}` }))
  await waitForNoDialog(page)
  expect(await isCreator()).toBe(true)
  await expectStatus(200)
  expect(await (await fetchPath(pages[1]!)).text()).toContain('絵本ができました。')
  await openNotification('クリエイターページが再び公開されました')
  await main(applicant).getByText('承認済み').waitFor()
})

test('an admin who is removed on chain loses the page at the next call', async () => {
  await asOwner('removeAdmin', BUYER.address)
  await second.page.getByRole('tab', { name: 'Not accepted' }).click()
  await second.page.getByRole('heading', { name: 'For admins only' }).waitFor()
  await second.page.getByText('an admin of the Platform contract').waitFor()
})

test('each action has its entry in the audit log, and the browsers logged no unexpected errors', async () => {
  const [member] = await run('select user_id, id from creator_applications where name = ?', [NAME])
  const rows = await run('select actor, action from audit_log where subject in (?, ?) order by id desc limit 7', [
    String(member!.id),
    String(member!.user_id),
  ])
  expect(rows.map(({ actor, action }) => [actor, action]).reverse()).toEqual([
    [ADMIN.address, 'creatorApplicationAsked'],
    [BUYER.address, 'creatorEnabled'],
    [ADMIN.address, 'creatorPromoted'],
    [ADMIN.address, 'shopAllowed'],
    [ADMIN.address, 'creatorRemoved'],
    [ADMIN.address, 'shopDisallowed'],
    [ADMIN.address, 'creatorRestored'],
  ])
  // The browser reports refused and aborted calls.
  const expected = /\/creators\/(enableCreator|findCreator|getCreatorApplications|toggleShop)/
  expect([applicant, first, second].flatMap(({ consoleErrors }) => consoleErrors).filter((text) => !expected.test(text))).toEqual([])
})
