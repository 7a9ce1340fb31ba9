import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  recoverMessageAddress,
  recoverTypedDataAddress,
  stringToHex,
  zeroAddress,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderBookAbi } from '../../../../contracts/abi/OrderBook.ts'
import type { Deployment } from '../../../../contracts/addresses.ts'
import { startAnvil } from '../../../../contracts/script/anvil.ts'
import { deployLocal } from '../../../../contracts/script/deploy-local.ts'
import { CONTRACT_OWNER, TREASURY } from '../accounts.ts'
import { ADMIN, BUYER, DEMO_ACCOUNTS, SELLER } from './accounts.ts'
import type { Description } from './describe.ts'
import { walletIcon } from './icons.ts'
import { DemoProvider } from './provider.ts'

const dir = mkdtempSync(join(tmpdir(), 'demo-wallet-'))
let node: Awaited<ReturnType<typeof startAnvil>>
let deployment: Deployment
beforeAll(async () => {
  node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache: dir })
  deployment = await deployLocal({
    rpcUrl: node.url,
    treasury: TREASURY,
    owner: CONTRACT_OWNER,
    admin: ADMIN.address,
    mintTo: [BUYER.address],
  })
}, 60_000)
afterAll(() => {
  node?.process.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** A wallet whose owner always gives the same answer; `shown` collects the confirmation sheets. */
function wallet({ account = BUYER, answer = true, connected = true, batches = false } = {}) {
  let allowed = connected
  const shown: Description[] = []
  const provider = new DemoProvider(account, {
    rpcUrl: node.url,
    chainId: 31337,
    host: 'localhost:8788',
    batches: () => batches,
    confirm: async (description) => {
      shown.push(description)
      return answer
    },
    permission: { get: () => allowed, set: (next) => (allowed = next) },
  })
  const ask = <T = unknown>(method: string, ...params: unknown[]) => provider.request({ method, params }) as Promise<T>
  const code = (method: string, ...params: unknown[]) =>
    ask(method, ...params).then(
      () => 'no error',
      (error) => error.code,
    )
  return { ...provider, ask, code, shown }
}

it('the demo wallet has the accounts of the test mnemonic', () => {
  const addresses = [1, 2, 3, 4].map(
    (addressIndex) => mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address,
  )
  expect([...DEMO_ACCOUNTS.map(({ address }) => address), TREASURY]).toEqual(addresses)
  expect(new Set(DEMO_ACCOUNTS.map(({ role }) => walletIcon(role))).size).toBe(3)
})

describe('connecting', () => {
  it('asks once, remembers the site and emits accountsChanged', async () => {
    const { ask, shown, on } = wallet({ connected: false })
    const events: unknown[] = []
    on('accountsChanged', (accounts) => events.push(accounts))
    expect(await ask('eth_accounts')).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([BUYER.address])
    expect(await ask('eth_requestAccounts')).toEqual([BUYER.address])
    expect(shown.map(({ title }) => title)).toEqual(['Connect to localhost:8788'])
    await ask('wallet_revokePermissions', { eth_accounts: {} })
    expect(events).toEqual([[BUYER.address], []])
  })

  it('reveals no account and signs nothing after the user rejects', async () => {
    const { ask, code } = wallet({ connected: false, answer: false })
    expect(await code('eth_requestAccounts')).toBe(4001)
    expect(await ask('eth_accounts')).toEqual([])
    expect(await code('personal_sign', stringToHex('x'), BUYER.address)).toBe(4100)
    expect(await code('eth_sendTransaction', { from: BUYER.address, to: SELLER.address })).toBe(4100)
  })
})

describe('access to the chain', () => {
  it('is limited to one chain', async () => {
    const { ask, code } = wallet()
    expect(await ask('eth_chainId')).toBe('0x7a69')
    expect(await ask('wallet_switchEthereumChain', { chainId: '0x7a69' })).toBeNull()
    expect(await code('wallet_switchEthereumChain', { chainId: '0x2105' })).toBe(4902)
    expect(await code('wallet_switchEthereumChain')).toBe(4902)
  })

  it.each([
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'eth_sign',
    'eth_signTransaction',
    'anvil_setBalance',
    'evm_mine',
  ])('refuses the unsupported method %s', async (method) => {
    expect(await wallet().code(method)).toBe(4200)
  })

  it('forwards reads, and returns the errors of the chain', async () => {
    const { ask, code } = wallet()
    expect(BigInt(await ask<Hex>('eth_getBalance', BUYER.address, 'latest'))).toBeGreaterThan(0n)
    expect(await code('eth_getBalance', 'nonsense')).toBe(-32602)
  })
})

describe('signing', () => {
  it('accepts a text in hex or plain form, for the wallet’s own account only', async () => {
    const { ask, shown } = wallet()
    for (const message of [stringToHex('Hello 🦊'), 'Hello 🦊']) {
      const signature = await ask<Hex>('personal_sign', message, BUYER.address.toLowerCase())
      expect(await recoverMessageAddress({ message: 'Hello 🦊', signature })).toBe(BUYER.address)
    }
    expect(shown[0]).toMatchObject({ title: 'Sign a message', raw: 'Hello 🦊' })
    expect(await wallet().code('personal_sign', 'Hello', SELLER.address)).toBe(4100)
    expect(await wallet({ answer: false }).code('personal_sign', 'Hello', BUYER.address)).toBe(4001)
  })

  it('shows the domain of a sign-in, and warns if it is not the host of the page', async () => {
    const { ask, shown } = wallet()
    const message = (host: string) => stringToHex(`${host} wants you to sign in with your Ethereum account:\n${BUYER.address}\n`)
    await ask('personal_sign', message('localhost:8788'), BUYER.address)
    await ask('personal_sign', message('evil.example'), BUYER.address)
    expect(shown.map(({ title, warning }) => [title, Boolean(warning)])).toEqual([
      ['Sign in to localhost:8788', false],
      ['Sign in to evil.example', true],
    ])
  })

  it('accepts typed data of this chain only', async () => {
    const { ask, code, shown } = wallet()
    const data = {
      domain: { name: 'USD Coin', chainId: 31337, verifyingContract: deployment.tokens[0]!.address },
      types: {
        Permit: [
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
        ],
      },
      primaryType: 'Permit' as const,
      message: { spender: deployment.orderBook, value: '120000000' },
    }
    const signature = await ask<Hex>('eth_signTypedData_v4', BUYER.address, JSON.stringify(data))
    expect(await recoverTypedDataAddress({ ...data, message: { ...data.message, value: 120_000_000n }, signature })).toBe(BUYER.address)
    expect(shown[0]!.title).toMatch(/^Allow 0x.* to take 120.00 USDC$/)
    expect(await code('eth_signTypedData_v4', BUYER.address, JSON.stringify({ ...data, domain: { chainId: 8453 } }))).toBe(-32602)
  })
})

describe('eth_sendTransaction', () => {
  it('describes a transaction, then sends it after confirmation', async () => {
    const { ask, shown } = wallet()
    const before = BigInt(await ask<Hex>('eth_getBalance', SELLER.address, 'latest'))
    const hash = await ask<Hex>('eth_sendTransaction', {
      from: BUYER.address,
      to: SELLER.address,
      value: `0x${parseEther('0.25').toString(16)}`,
    })
    // The node may answer before it has mined the block.
    await expect.poll(() => ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(BigInt(await ask<Hex>('eth_getBalance', SELLER.address, 'latest')) - before).toBe(parseEther('0.25'))
    expect(shown[0]).toMatchObject({ title: 'Send 0.25 ETH' })
    expect(shown[0]!.rows.map(([label]) => label)).toEqual(['To', 'Network fee'])
  })

  it('does not send a rejected transaction', async () => {
    const { ask, code } = wallet({ answer: false })
    const before = await ask('eth_getTransactionCount', BUYER.address, 'latest')
    expect(await code('eth_sendTransaction', { from: BUYER.address, to: SELLER.address, value: '0x1' })).toBe(4001)
    expect(await ask('eth_getTransactionCount', BUYER.address, 'latest')).toBe(before)
  })

  it('sends and describes allowances, a payment into escrow and a cancellation', async () => {
    const { ask, shown } = wallet()
    const usdc = deployment.tokens.find(({ symbol }) => symbol === 'USDC')!.address
    const approve = (amount: bigint) =>
      encodeFunctionData({
        abi: [
          {
            type: 'function',
            name: 'approve',
            inputs: [
              { name: 's', type: 'address' },
              { name: 'a', type: 'uint256' },
            ],
            outputs: [{ type: 'bool' }],
            stateMutability: 'nonpayable',
          },
        ] as const,
        args: [deployment.orderBook, amount],
      })
    await ask('eth_sendTransaction', { from: BUYER.address, to: usdc, data: approve(maxUint256) })
    await ask('eth_sendTransaction', { from: BUYER.address, to: usdc, data: approve(1_120_500_000n) })
    const order = encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args: [SELLER.address, 7n, 14n, 1_120_500_000n, usdc] })
    await ask('eth_sendTransaction', { from: BUYER.address, to: deployment.orderBook, data: order })
    const cancel = encodeFunctionData({ abi: orderBookAbi, functionName: 'cancelOrder', args: [1n] })
    await ask('eth_sendTransaction', { from: BUYER.address, to: deployment.orderBook, data: cancel })
    expect(shown.map(({ title }) => title.replace(/0x\w+…\w+/, 'it'))).toEqual([
      'Allow it to take any amount of USDC',
      'Allow it to take 1,120.50 USDC',
      'Pay 1,120.50 USDC into escrow',
      'Cancel order #1',
    ])
    expect(shown[0]!.warning).toBeDefined()
    expect(shown[2]!.rows).toContainEqual(['Delivery', '14 days'])
  })

  it('shows the refund that the buyer asks for in a dispute', async () => {
    const { ask, shown } = wallet()
    const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'disputeOrder', args: [99n, 2550n] })
    await ask('eth_sendTransaction', { from: BUYER.address, to: deployment.orderBook, data }).catch(() => {})
    expect(shown[0]).toMatchObject({ title: 'Dispute order #99', rows: expect.arrayContaining([['Refund', '25.5 % of the price']]) })
  })

  it('warns about a transaction that would fail and returns the reason', async () => {
    const { ask, shown } = wallet()
    const order = encodeFunctionData({ abi: orderBookAbi, functionName: 'acceptOrder', args: [99n] })
    const failure = await ask('eth_sendTransaction', { from: BUYER.address, to: deployment.orderBook, data: order }).catch((error) => error)
    expect(shown[0]).toMatchObject({ title: 'Accept order #99', warning: expect.stringMatching(/^This would fail/) })
    expect(failure).toMatchObject({ code: 3, data: expect.stringMatching(/^0x/) })
    const poor = await ask<Error>('eth_sendTransaction', {
      from: BUYER.address,
      to: zeroAddress,
      value: `0x${parseEther('99999999').toString(16)}`,
    }).catch((error: Error) => error)
    expect(poor.message).toMatch(/insufficient funds/i)
  })
})

describe('batches (EIP-5792)', () => {
  const usdc = () => deployment.tokens[0]!.address
  const approve = (amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [deployment.orderBook, amount] })
  const order = (price: bigint) =>
    encodeFunctionData({ abi: orderBookAbi, functionName: 'newOrder', args: [SELLER.address, 7n, 14n, price, usdc()] })
  const batch = (changes = {}) => ({
    version: '2.0.0',
    chainId: '0x7a69',
    from: BUYER.address,
    atomicRequired: true,
    calls: [
      { to: usdc(), data: approve(50_000_000n) },
      { to: deployment.orderBook, data: order(50_000_000n), value: '0x0' },
    ],
    ...changes,
  })
  const orders = async (ask: ReturnType<typeof wallet>['ask']) => {
    const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'orderIdCounter' })
    return BigInt(await ask<Hex>('eth_call', { to: deployment.orderBook, data }, 'latest'))
  }

  it.each([
    [-32000, { version: '1.0' }],
    [-32602, { atomicRequired: undefined }],
    [-32602, { calls: [] }],
    [-32602, { calls: [{ data: '0x12' }] }],
    [-32602, { calls: [{ to: 'nobody' }] }],
    [5740, { calls: Array(11).fill({ to: SELLER.address }) }],
    [5710, { chainId: '0x2105' }],
    [5700, { capabilities: { paymasterService: { url: 'https://example.com' } } }],
    [4100, { from: SELLER.address }],
  ])('return the error %s for a request with %j', async (code, changes) => {
    const made = wallet({ batches: true })
    expect(await made.code('wallet_sendCalls', batch(changes))).toBe(code)
    expect(made.shown).toEqual([])
  })

  it('does nothing if the person declines, or for a site that is not connected', async () => {
    const made = wallet({ batches: true, answer: false })
    const before = await orders(made.ask)
    expect(await made.code('wallet_sendCalls', batch())).toBe(4001)
    expect(await wallet({ batches: true, connected: false }).code('wallet_sendCalls', batch())).toBe(4100)
    expect(await wallet({ batches: true, connected: false }).code('wallet_getCapabilities', BUYER.address)).toBe(4100)
    expect(await orders(made.ask)).toBe(before)
  })

  it('makes all calls in one transaction, with one window that lists them, after an upgrade of the account', async () => {
    const { ask, shown } = wallet({ batches: true })
    expect(await ask('wallet_getCapabilities', BUYER.address)).toEqual({ '0x7a69': { atomic: { status: 'ready' } } })
    const before = await orders(ask)
    const { id } = await ask<{ id: Hex }>('wallet_sendCalls', batch())
    await expect.poll(() => orders(ask)).toBe(before + 1n)
    expect(shown).toHaveLength(1)
    expect(shown[0]).toMatchObject({ title: 'Pay 50.00 USDC into escrow' })
    expect(shown[0]!.rows.map(([label]) => label)).toEqual(['Call 1 of 2', 'Call 2 of 2', 'Seller', 'Delivery', 'Contract', 'Your account'])
    expect(await ask('wallet_getCallsStatus', id)).toMatchObject({
      version: '2.0.0',
      id,
      chainId: '0x7a69',
      status: 200,
      atomic: true,
      receipts: [{ status: '0x1', transactionHash: id }],
    })
    expect(await ask('wallet_getCapabilities', BUYER.address)).toEqual({ '0x7a69': { atomic: { status: 'supported' } } })
  })

  it('makes none of the calls if one fails, and returns the error of the contract', async () => {
    const { ask } = wallet({ batches: true })
    const before = await orders(ask)
    const failing = batch({
      calls: [
        { to: usdc(), data: approve(1n) },
        { to: deployment.orderBook, data: order(50_000_000n) },
      ],
    })
    expect(await ask('wallet_sendCalls', failing).catch((error) => error)).toMatchObject({ code: 3 })
    expect(await orders(ask)).toBe(before)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [BUYER.address, deployment.orderBook] })
    expect(BigInt(await ask<Hex>('eth_call', { to: usdc(), data }, 'latest'))).not.toBe(1n)
  })

  it('does not know the status of another batch', async () => {
    const { code } = wallet({ batches: true })
    for (const id of [`0x${'12'.repeat(32)}`, '0x12', 7]) expect(await code('wallet_getCallsStatus', id)).toBe(5730)
  })
})

it('the demo wallet is built as one file without eval, as the content security policy requires', async () => {
  const entryPoints = [join(import.meta.dirname, 'index.ts')]
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: 'esm', target: 'es2022', write: false })
  expect(outputFiles).toHaveLength(1)
  expect(outputFiles[0]!.text).toContain('local.warren.')
  expect(outputFiles[0]!.text).not.toMatch(/\beval\(|new Function\(/)
})
