import type { Page } from '@playwright/test'
import {
  type Abi,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  numberToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { marketplaceAbi } from '../../contracts/abi/Marketplace.ts'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import { testUsdcAbi } from '../../contracts/abi/TestUSDC.ts'
import type { ContractName, PanelSettings } from '../../workers/creators/settings.schema.ts'
import { MNEMONIC, signIn as signInByCall } from '../../workers/local/seed/client.ts'
import { ADMIN, BUYER, SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './keys.ts'
import { findInScripts, watchScripts } from './scripts.ts'
import { confirmUntil, signIn, waitForNoDialog } from './steps.ts'
import { rpcUrl, url } from './world.ts'

/**
 * The demo admin becomes the owner of the contracts and changes their settings with real transactions. The demo buyer is an admin for a
 * while, and only reads. In the end everything is as it was.
 */

/** Words of the code that only admins load. */
const ADMIN_CODE = ['getAuditLog', 'recordSettings']
const PATHS = ['/admin/fees', '/admin/tokens', '/admin/admins', '/admin/treasury', '/admin/log']
/** A wallet that no account has. */
const STRANGER = '0x00000000000000000000000000000000000A11cE'
const USDT_SWITCH = 'Payments in USDT on Platform'
/** What a contract holds for the treasury: 5 USDC, or as many wei. */
const HELD = 5_000_000n

const [chain, transport] = [foundry, http(rpcUrl)]
const reader = createPublicClient({ chain, transport, pollingInterval: 100 })
const node = createTestClient({ chain, transport, mode: 'anvil' })
/** The accounts of the local chain: of the token's issuer, of the demo admin, and of the owner of the contracts. */
const [ISSUER, ADMIN_INDEX, OWNER] = [0, 3, 6]
const ABIS: Record<ContractName, Abi> = { orderBook: orderBookAbi, platform: platformAbi, marketplace: marketplaceAbi }
let settings: PanelSettings
const contractOf = (name: ContractName) => settings.contracts.find((contract) => contract.name === name)!
const tokenOf = (symbol: string) => settings.tokens.find((token) => token.symbol === symbol)!.address

async function transact(addressIndex: number, address: Hex, abi: Abi, functionName: string, ...args: unknown[]): Promise<void> {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex })
  const wallet = createWalletClient({ account, chain, transport })
  const hash = await wallet.writeContract({ abi, address, functionName, args })
  expect((await reader.waitForTransactionReceipt({ hash, checkReplacement: false })).status).toBe('success')
}
const change = (addressIndex: number, name: ContractName, functionName: string, ...args: unknown[]) =>
  transact(addressIndex, contractOf(name).address, ABIS[name], functionName, ...args)
const read = (name: ContractName, functionName: string, ...args: unknown[]) =>
  reader.readContract({ abi: ABIS[name], address: contractOf(name).address, functionName, args })

const NAMES = ['orderBook', 'platform', 'marketplace'] as const

/** Other journeys need the contracts as they were. */
async function reset(): Promise<void> {
  const owner = mnemonicToAccount(MNEMONIC, { addressIndex: OWNER }).address
  for (const name of NAMES) {
    if ((await read(name, 'owner')) === ADMIN.address) {
      await change(ADMIN_INDEX, name, 'transferOwnership', owner)
      await change(OWNER, name, 'acceptOwnership')
    }
    for (const { address } of [BUYER, ADMIN])
      if ((await read(name, 'hasAdmin', address)) !== (address === ADMIN.address))
        await change(OWNER, name, address === ADMIN.address ? 'addAdmin' : 'removeAdmin', address)
  }
  await change(OWNER, 'orderBook', 'setDefaultFee', 1000n)
  await change(OWNER, 'orderBook', 'setArbitrationFee', 500n)
  await change(OWNER, 'platform', 'removeCustomFees', SELLER.address)
  await change(OWNER, 'platform', 'setPayableToken', tokenOf('USDT'), true)
  if (await read('platform', 'isCreator', STRANGER)) await change(OWNER, 'platform', 'removeCreator', STRANGER)
}

/** How each contract stores the fees that it holds: the function that reads them, and their first bit in the entry of a mapping. */
const FEES = { orderBook: ['owedFees', 0n], marketplace: ['feesOf', 24n] } as const

/** Lets a contract hold fees for the treasury, by its storage: the place of the mapping is found by trying. */
async function holdFees(name: keyof typeof FEES, token: Hex): Promise<void> {
  const { address } = contractOf(name)
  const [functionName, firstBit] = FEES[name]
  if (token === zeroAddress) await node.setBalance({ address, value: (await reader.getBalance({ address })) + HELD })
  else await transact(ISSUER, token, testUsdcAbi as Abi, 'mint', address, HELD)
  for (let slot = 0n; slot < 30n; slot++) {
    const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, slot]))
    const stored = BigInt((await reader.getStorageAt({ address, slot: index })) ?? 0)
    const set = (value: bigint) => node.setStorageAt({ address, index, value: numberToHex(value, { size: 32 }) })
    await set(stored + (HELD << firstBit))
    if ((await read(name, functionName, token)) === HELD) return
    await set(stored)
  }
  throw new Error('the mapping of the fees was not found')
}

let admin: UserBrowser
let other: UserBrowser
const main = ({ page }: UserBrowser) => page.getByRole('main')
const region = (browser: UserBrowser, name: string) => main(browser).getByRole('region', { name, exact: true })
const openPage = ({ page }: UserBrowser, name: string) =>
  page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link', { name, exact: true }).click()

/** Presses the button of the open dialog and confirms in the wallet until the page shows `done`. */
async function confirm(button: string, title: string, done: ReturnType<Page['getByRole']>): Promise<void> {
  const asking = dialog(admin.page, title)
  expect(await findDialogViolations(admin.page)).toEqual([])
  await asking.getByRole('button', { name: button, exact: true }).click()
  await confirmUntil(admin.page, done)
  await waitForNoDialog(admin.page)
}

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  settings = await (await signInByCall(url, ADMIN_INDEX)).get<PanelSettings>('creators/getContractSettings')
  await reset()
  for (const name of NAMES) {
    await change(OWNER, name, 'transferOwnership', ADMIN.address)
    // The Marketplace is accepted in the panel.
    if (name !== 'marketplace') await change(ADMIN_INDEX, name, 'acceptOwnership')
  }
  admin = await openUserBrowser()
  other = await openUserBrowser({ width: 390, height: 844 })
  for (const { page } of [admin, other]) watchScripts(page)
})
test.afterAll(async () => {
  await reset()
  await closeUserBrowsers()
})

test('a member gets neither a page about settings, nor a call, nor its code', async () => {
  const { page } = other
  await page.goto('/')
  await signIn(page, 'buyer')
  for (const path of PATHS) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'For admins only' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Pages for admins' }).count()).toBe(0)
  }
  expect(await findViolations(page)).toEqual([])
  expect(await findInScripts(page, ADMIN_CODE)).toEqual([])
  const { cookie } = await signInByCall(url, 1)
  const query = `address=${SELLER.address}`
  for (const path of ['getContractSettings', `getCustomFees?${query}`, `getTokenSettings?${query}`, 'getAuditLog'])
    expect((await fetchPath(`/api/creators/${path}`, { headers: { cookie } })).status).toBe(403)
  expect((await send('creators/recordSettings', { transactionHash: zeroHash }, { cookie })).status).toBe(403)
})

test('the owner changes the default fee of orders, and the custom fee of a seller', async () => {
  const { page } = admin
  await page.goto('/')
  await signIn(page, 'admin')
  await page.goto('/admin')
  const links = page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link')
  const all = [
    'Overview',
    'Applications',
    'Disputes',
    'Reports',
    'Creators',
    'Fees',
    'Payable tokens',
    'Admins',
    'Withdrawals',
    'Audit log',
  ]
  await expect(links).toHaveText(all)
  for (const name of ['Disputes', 'Reports', 'Applications', 'Fees']) {
    await openPage(admin, name)
    await expect(links).toHaveText(all)
    await expect(page.getByRole('navigation', { name: 'Pages for admins' }).locator('[aria-current]')).toHaveText(name)
  }
  const orderBook = region(admin, 'OrderBook')
  const form = orderBook.getByRole('form', { name: 'OrderBook: New default fee' })
  await expect(form.getByLabel('New default fee')).toHaveValue('10')
  expect(await findViolations(page)).toEqual([])
  for (const [typed, text] of [
    ['', 'Enter a percentage from 0 to 100, with two decimals at most.'],
    ['12.345', 'Enter a percentage from 0 to 100, with two decimals at most.'],
    ['15.01', 'The contract allows at most 15% here.'],
    ['10', 'This is the present fee.'],
  ] as const) {
    await form.getByLabel('New default fee').fill(typed)
    await form.getByRole('button', { name: 'Change…' }).click()
    await form.getByRole('alert').filter({ hasText: text }).waitFor()
  }
  await form.getByLabel('New default fee').fill('12.5')
  await form.getByRole('button', { name: 'Change…' }).click()
  const effect = dialog(page, 'Change the default fee?').getByRole('row')
  await expect(effect).toContainText(['Fees', '10.00 USDC', '12.50 USDC'])
  await expect(effect.last()).toContainText('87.50 USDC')
  await confirm('Change the fee', 'Change the default fee?', orderBook.getByText('12.5%', { exact: true }))
  expect(await read('orderBook', 'getDefaultFees')).toEqual([1250n, 500n])

  const arbitration = orderBook.getByRole('form', { name: 'OrderBook: New arbitration fee' })
  await arbitration.getByLabel('New arbitration fee').fill('2.25')
  await arbitration.getByRole('button', { name: 'Change…' }).click()
  await expect(dialog(page, 'Change the arbitration fee?').getByRole('row').last()).toContainText('85.25 USDC')
  await confirm('Change the fee', 'Change the arbitration fee?', orderBook.getByText('2.25%', { exact: true }))
  expect(await read('orderBook', 'getDefaultFees')).toEqual([1250n, 225n])

  const platform = region(admin, 'Platform')
  const custom = platform.getByRole('form', { name: 'Platform: Custom fee of a seller' })
  await custom.getByLabel('Wallet of the seller').fill(SELLER.address.toLowerCase())
  await custom.getByText('The default fee of 10% applies now.').waitFor()
  await custom.getByLabel('Custom fee', { exact: true }).fill('0')
  await custom.getByRole('button', { name: 'Set…' }).click()
  const item = platform.getByRole('listitem').filter({ hasText: SELLER.address })
  await confirm('Set the fee', 'Set a custom fee?', item)
  await item.getByText('0%', { exact: true }).waitFor()
  await item.getByRole('button', { name: 'Remove the custom fee' }).click()
  await confirm('Remove the fee', 'Remove the custom fee?', platform.getByText('No seller has a custom fee.'))
})

test('the owner disables a token on the Platform, and learns that an address has no ERC-20 token', async () => {
  const { page } = admin
  await openPage(admin, 'Payable tokens')
  const usdt = main(admin).getByRole('switch', { name: USDT_SWITCH })
  await expect(usdt).toBeChecked()
  expect(await findViolations(page)).toEqual([])
  await usdt.click()
  await dialog(page, 'Disable USDT on Platform?').getByText('Vouchers with a price in this token cannot be used any more.').waitFor()
  await confirm('Disable', 'Disable USDT on Platform?', main(admin).getByRole('switch', { name: USDT_SWITCH, checked: false }))
  expect(await read('platform', 'isPayableToken', tokenOf('USDT'))).toBe(false)
  const finding = region(admin, 'Another token')
  for (const address of [STRANGER, contractOf('orderBook').address]) {
    await finding.getByLabel('Contract of the token').fill(address)
    await finding.getByRole('button', { name: 'Find' }).click()
    await finding.getByText('There is no ERC-20 token at this address.').waitFor()
    expect(await finding.getByRole('switch').count()).toBe(0)
  }
  await finding.getByLabel('Contract of the token').fill(tokenOf('USDT'))
  await finding.getByRole('button', { name: 'Find' }).click()
  await finding.getByRole('alert').filter({ hasText: 'This token is in the list above.' }).waitFor()
})

test('the owner adds an admin, who only reads, and removes the admin', async () => {
  const { page } = admin
  await openPage(admin, 'Admins')
  const orderBook = region(admin, 'OrderBook')
  const form = orderBook.getByRole('form', { name: 'Add an admin to OrderBook' })
  for (const [typed, text] of [
    ['0x123', 'This is not an address.'],
    [BUYER.address.replace(/[a-f]/, (letter) => letter.toUpperCase()), 'The upper and lower case letters of this address do not match.'],
    [ADMIN.address, 'This is the owner, who has all rights of an admin.'],
  ] as const) {
    await form.getByLabel('Wallet of the new admin').fill(typed)
    await form.getByRole('button', { name: 'Add…' }).click()
    await form.getByRole('alert').filter({ hasText: text }).waitFor()
  }
  expect(await findViolations(page)).toEqual([])
  await form.getByLabel('Wallet of the new admin').fill(BUYER.address)
  await form.getByRole('button', { name: 'Add…' }).click()
  const item = orderBook.getByRole('listitem').filter({ hasText: BUYER.address })
  await confirm('Add the admin', 'Add an admin to OrderBook?', item)

  await other.page.goto('/admin/fees')
  await region(other, 'OrderBook').getByText('Only the owner of this contract can change this.').waitFor()
  await region(other, 'OrderBook').getByText('12.5%', { exact: true }).waitFor()
  const links = other.page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link')
  await expect(links).toHaveText(['Overview', 'Disputes', 'Reports', 'Fees', 'Payable tokens', 'Admins', 'Withdrawals', 'Audit log'])
  expect(await main(other).getByRole('button').count()).toBe(0)
  expect(await findViolations(other.page)).toEqual([])

  await item.getByRole('button', { name: `Remove the admin ${BUYER.address}` }).click()
  await confirm('Remove the admin', 'Remove an admin of OrderBook?', orderBook.getByText('There is no admin besides the owner.'))
  await other.page.reload()
  await other.page.getByRole('heading', { name: 'For admins only' }).waitFor()
})

test('a wallet that is offered a contract accepts it, and needs not be an admin to see the offer', async () => {
  const { page } = admin
  await page.reload()
  const marketplace = region(admin, 'Marketplace')
  await expect(main(admin).getByRole('button', { name: 'Accept ownership' })).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
  await marketplace.getByRole('button', { name: 'Accept ownership' }).click()
  const done = marketplace.getByRole('form', { name: 'Add an admin to Marketplace' })
  await confirm('Accept ownership', 'Accept the ownership of Marketplace?', done)
  expect(await read('marketplace', 'owner')).toBe(ADMIN.address)
  await openPage(admin, 'Audit log')
  await main(admin).getByRole('article').filter({ hasText: 'Owner changed' }).first().waitFor()
  await openPage(admin, 'Admins')

  await change(ADMIN_INDEX, 'platform', 'transferOwnership', BUYER.address)
  await other.page.goto('/admin/admins')
  await region(other, 'Platform').getByRole('button', { name: 'Accept ownership' }).waitFor()
  const links = other.page.getByRole('navigation', { name: 'Pages for admins' }).getByRole('link')
  await expect(links).toHaveText(['Fees', 'Payable tokens', 'Admins', 'Withdrawals'])
  expect(await findViolations(other.page)).toEqual([])
  await other.page.goto('/admin/log')
  await other.page.getByRole('heading', { name: 'For admins only' }).waitFor()
  // An offer ends with the next one.
  await change(ADMIN_INDEX, 'platform', 'transferOwnership', ADMIN.address)
  await other.page.goto('/admin/admins')
  await other.page.getByRole('heading', { name: 'For admins only' }).waitFor()
})

test('the owner withdraws the fees that the contracts hold, but nothing where they hold none', async () => {
  const usdc = tokenOf('USDC')
  await holdFees('orderBook', usdc)
  await holdFees('orderBook', zeroAddress)
  await holdFees('marketplace', usdc)
  const { page } = admin
  await openPage(admin, 'Withdrawals')
  await page.reload()
  await expect(region(admin, 'Marketplace').getByRole('button', { name: 'Withdraw ETH of Marketplace' })).toBeDisabled()
  expect(await findViolations(page)).toEqual([])
  const { treasury } = contractOf('orderBook')
  const balances = () =>
    Promise.all([
      reader.readContract({ abi: testUsdcAbi, address: usdc, functionName: 'balanceOf', args: [treasury] }) as Promise<bigint>,
      reader.getBalance({ address: treasury }),
    ])
  const before = await balances()
  for (const [contract, symbol, amount] of [
    ['OrderBook', 'USDC', '5.00 USDC'],
    ['OrderBook', 'ETH', '0.000000000005 ETH'],
    ['Marketplace', 'USDC', '5.00 USDC'],
  ] as const) {
    const withdraw = region(admin, contract).getByRole('button', { name: `Withdraw ${symbol} of ${contract}` })
    await withdraw.click()
    await dialog(page, `Withdraw ${amount}?`).getByText(treasury).waitFor()
    await confirm(
      'Withdraw',
      `Withdraw ${amount}?`,
      main(admin).getByRole('button', { name: `Withdraw ${symbol} of ${contract}`, disabled: true }),
    )
  }
  const after = await balances()
  expect(after.map((amount, i) => amount - before[i]!)).toEqual([2n * HELD, HELD])
})

test('a wallet that only the contract knows as a creator is removed from it', async () => {
  const { page } = admin
  await change(ADMIN_INDEX, 'platform', 'addCreator', STRANGER)
  await page.goto('/admin/creators')
  await main(admin).getByRole('button', { name: 'Enable by address' }).click()
  const enabling = dialog(page, 'Enable a creator by address')
  await enabling.getByLabel('Address of the wallet').fill(STRANGER)
  await enabling.getByRole('button', { name: 'Find' }).click()
  await enabling.getByText('Only the contract knows this wallet.').waitFor()
  expect(await findDialogViolations(page)).toEqual([])
  await enabling.getByRole('button', { name: 'Remove from the contract' }).click()
  await confirm('Remove', 'Remove this wallet from the contract?', page.getByText('The wallet is removed from the contract.').first())
  expect(await read('platform', 'isCreator', STRANGER)).toBe(false)
})

test('each change has its line in the audit log, which can be filtered by kind', async () => {
  const { page } = admin
  await page.goto('/admin/log')
  const lines = main(admin).getByRole('list', { name: 'Audit log' }).getByRole('article')
  await lines.first().waitFor()
  expect(await findViolations(page)).toEqual([])
  const texts = (await lines.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  const isOfAdmin = (text: string) => text.includes(ADMIN.address.slice(0, 6))
  for (const [what, subject] of [
    ['Default fee changed · OrderBook · 12.5%', ''],
    ['Arbitration fee changed · OrderBook · 2.25%', ''],
    ['Custom fee changed · Platform · 0%', SELLER.address],
    ['Token enabled or disabled · Platform', tokenOf('USDT')],
    ['Admin added · OrderBook', BUYER.address],
    ['Admin removed · OrderBook', BUYER.address],
    ['Fees withdrawn · OrderBook · 5.00 USDC', ''],
    ['Fees withdrawn · OrderBook · 0.000000000005 ETH', ''],
    ['Fees withdrawn · Marketplace · 5.00 USDC', ''],
    ['Wallet removed from the creators of the contract · Platform', STRANGER],
  ] as const)
    expect(texts.filter((text) => text.includes(what) && text.includes(subject) && isOfAdmin(text)).length, what).toBeGreaterThan(0)
  await main(admin).getByLabel('Kind').selectOption('Fees withdrawn')
  await expect(lines.first()).toContainText('Fees withdrawn')
  await expect(lines.filter({ hasNotText: 'Fees withdrawn' })).toHaveCount(0)
  // Otherwise the first test would find nothing in the scripts of a member, whatever they load.
  expect(await findInScripts(page, ADMIN_CODE)).toEqual(ADMIN_CODE)
  // The browser reports refused calls.
  const expected = /\/creators\/(getContractSettings|findCreator)/
  expect([admin, other].flatMap(({ consoleErrors }) => consoleErrors).filter((text) => !expected.test(text))).toEqual([])
})
