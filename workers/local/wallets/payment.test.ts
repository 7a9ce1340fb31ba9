import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  publicActions,
  toHex,
  walletActions,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import type { Deployment } from '../../../contracts/addresses.ts'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { deployLocal } from '../../../contracts/script/deploy-local.ts'
import type { PaymentMethod } from '../../../web/wallet/payment-method.ts'
import type { Eip1193 } from '../../../web/wallet/wallet.ts'
import { WalletError } from '../../../web/wallet/wallet-error.ts'
import { authorizationNonce } from '../../orders/calldata.schema.ts'
import type { Quote } from '../../orders/orders.schema.ts'
import { CONTRACT_OWNER, demoAccounts, TREASURY } from './accounts.ts'
import { smartAccount } from './base-wallet/account.ts'
import { DemoProvider } from './demo-wallet/provider.ts'

/** Payments with the real contracts on a local chain, by wallets that answer truthfully and by wallets that do not. */
const PRICE = 240_000_000n
let world: Deployment
let rpc = ''
vi.mock('../../../web/lib/page-data.ts', () => ({ config: () => ({ ...world, rpc }) }))
vi.mock('../../../web/wallet/discovery.ts', () => ({
  listWallets: async () => [],
  lastWallet: async () => undefined,
  BASE_WALLET: 'app.base.account',
}))
const { sendPayment } = await import('../../../web/wallet/payment.ts')
const { batchPayment, canBatch } = await import('../../../web/wallet/batch.ts')

const dir = mkdtempSync(join(tmpdir(), 'payment-'))
let node: Awaited<ReturnType<typeof startAnvil>>
const clientOf = () =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpc), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
const [seller, , admin] = demoAccounts
let usdc: Address
let usdt: Address

beforeAll(async () => {
  node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache: dir })
  rpc = node.url
  const [treasury, owner] = [TREASURY, CONTRACT_OWNER]
  world = await deployLocal({ rpcUrl: rpc, treasury, owner, admin: admin!.address, mintTo: [seller!.address] })
  ;[usdc, usdt] = world.tokens.map(({ address }) => address) as [Address, Address]
}, 60_000)
afterAll(() => {
  node?.process.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** Gives an account ETH, USDC and USDT. */
async function fund(address: Address): Promise<void> {
  const client = clientOf()
  await client.setBalance({ address, value: parseEther('5') })
  for (const token of [usdc, usdt]) {
    const hash = await client.sendTransaction({
      account: privateKeyToAccount(seller!.key),
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, 10n * PRICE] }),
    })
    await client.waitForTransactionReceipt({ hash, checkReplacement: false })
  }
}

type Answers = Record<string, (params: unknown[], pass: () => Promise<unknown>) => unknown>

/** A new demo wallet; `answers` replaces its answers by method. `windows` counts what its owner confirmed, `asked` lists all methods. */
async function buyer({ batches = false, answers = {} as Answers } = {}) {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key).address
  await fund(account)
  const windows: string[] = []
  const asked: string[] = []
  const demo = new DemoProvider({ role: 'buyer', name: 'Test', rdns: 'local.warren.test', address: account, key } as never, {
    rpcUrl: rpc,
    chainId: 31337,
    host: 'localhost',
    confirm: async ({ title }) => {
      windows.push(title.replace(/0x\w+…\w+/, 'it'))
      return true
    },
    permission: { get: () => true, set: () => {} },
    batches: () => batches,
  })
  const provider: Eip1193 = {
    request: async (call) => {
      asked.push(call.method)
      return answers[call.method] ? answers[call.method]!(call.params as unknown[], () => demo.request(call)) : demo.request(call)
    },
  }
  return { payer: { wallet: { rdns: 'local.warren.test', name: 'Test', icon: '', provider }, account }, key, windows, asked }
}

let count = 0
async function quote(token: Address, changes: Partial<Quote> = {}): Promise<Quote> {
  const { timestamp } = await clientOf().getBlock()
  count += 1
  return {
    ref: toHex(count, { size: 32 }),
    chainId: 31337,
    contract: world.orderBook,
    seller: seller!.address,
    productId: 7,
    delivery: 14,
    token,
    amount: String(PRICE),
    feeBps: 1000,
    arbitrationFeeBps: 500,
    fee: '0',
    sellerGets: '0',
    validUntil: Number(timestamp) + 900,
    rate: null,
    ...changes,
  }
}

/** Pays; returns the methods that were used and the order's fields, or the reason of the failure. */
async function pay({ payer }: Pick<Awaited<ReturnType<typeof buyer>>, 'payer'>, quoted: Quote, failed = new Set<PaymentMethod>()) {
  const methods = new Set<PaymentMethod>()
  const steps: string[] = []
  try {
    const sent = await sendPayment(payer, quoted, failed, (method, step) => {
      methods.add(method)
      steps.push(step)
    })
    const hash = await sent.mined
    const [log] = await clientOf().getContractEvents({
      abi: orderBookAbi,
      address: world.orderBook,
      eventName: 'NewOrder',
      blockHash: (await clientOf().getTransactionReceipt({ hash })).blockHash,
    })
    return { methods: [...methods], steps, order: log!.args }
  } catch (error) {
    return { methods: [...methods], steps, reason: error instanceof WalletError ? error.reason : error }
  }
}

const orders = () => clientOf().readContract({ abi: orderBookAbi, address: world.orderBook, functionName: 'orderIdCounter' })
const allowance = (token: Address, owner: Address) =>
  clientOf().readContract({ abi: erc20Abi, address: token, functionName: 'allowance', args: [owner, world.orderBook] })
const refuse = (code: number) => () => {
  throw Object.assign(new Error('refused'), { code })
}
/** Sends what was asked, but answers an unknown error. */
const failAfterSending: Answers[string] = async (_, pass) => {
  await pass()
  refuse(-32603)()
}
const atomic = { wallet_getCapabilities: () => ({ '0x7a69': { atomic: { status: 'supported' } } }) }

describe('an order is not paid', () => {
  it.each<[string, string, Answers, string[]]>([
    ['a batch', 'batch', { ...atomic, wallet_sendCalls: refuse(4001) }, []],
    ['a signature', 'authorization', { eth_signTypedData_v4: refuse(4001) }, []],
    ['the transaction after the signature', 'authorization', { eth_sendTransaction: refuse(4001) }, ['Let it take 240.00 USDC once']],
  ])('if the person declines %s', async (_, method, answers, windows) => {
    const before = await orders()
    const wallet = await buyer({ answers })
    expect(await pay(wallet, await quote(usdc))).toMatchObject({ methods: [method], reason: 'rejected' })
    expect(wallet.windows).toEqual(windows)
    expect(await orders()).toBe(before)
  })

  it.each([
    ['expired', async () => quote(usdc, { validUntil: 1 })],
    ['fees', async () => quote(usdc, { feeBps: 999 })],
    ['contract', async () => quote(usdc, { contract: usdt })],
    ['contract', async () => quote(usdc, { chainId: 8453 })],
    ['funds', async () => quote(usdc, { amount: String(100n * PRICE) })],
  ])('and no window opens if the reason is %s', async (reason, make) => {
    for (const batches of [true, false]) {
      const wallet = await buyer({ batches })
      expect(await pay(wallet, await make())).toMatchObject({ reason })
      expect(wallet.windows).toEqual([])
    }
  })

  it('if the wallet is on another network, before anything is signed', async () => {
    const answers = { eth_chainId: () => '0x1', wallet_switchEthereumChain: refuse(4001) }
    for (const batches of [true, false]) {
      const wallet = await buyer({ batches, answers })
      expect(await pay(wallet, await quote(usdc))).toMatchObject({ reason: 'chain' })
      expect(wallet.windows).toEqual([])
    }
  })

  it('twice by the same signature', async () => {
    const answers: Answers = {}
    const wallet = await buyer({ answers })
    const quoted = await quote(usdc)
    expect(await pay(wallet, quoted)).toMatchObject({ methods: ['authorization'] })
    const before = await orders()
    answers.eth_sendTransaction = refuse(4001)
    expect(await pay(wallet, quoted)).toMatchObject({ methods: [], reason: 'sent' })
    expect(await orders()).toBe(before)
  })

  it('twice if the wallet sends the transaction of an authorization but answers an unknown error', async () => {
    const before = await orders()
    const wallet = await buyer({ answers: { eth_sendTransaction: failAfterSending } })
    // The price is the whole balance. The second attempt must not report that the balance is too low.
    const quoted = await quote(usdc, { amount: String(10n * PRICE) })
    const failed = new Set<PaymentMethod>()
    expect(await pay(wallet, quoted, failed)).toMatchObject({ methods: ['authorization'], reason: 'unsent' })
    // Another method could pay a second time while the transaction is not in a block yet.
    expect(failed).toEqual(new Set())
    await expect.poll(orders).toBe(before + 1n)
    expect(await pay(wallet, quoted, failed)).toMatchObject({ methods: [], reason: 'sent' })
    expect(await orders()).toBe(before + 1n)
  })

  it('if the chain cannot be read', async () => {
    const wallet = await buyer()
    const quoted = await quote(usdc)
    rpc = 'http://127.0.0.1:9'
    try {
      expect(await pay(wallet, quoted)).toMatchObject({ methods: [], reason: 'failed' })
    } finally {
      rpc = node.url
    }
    expect(wallet.windows).toEqual([])
  })

  it('if an approval is not mined in time, and the reason does not say that the payment was sent', async () => {
    const before = await orders()
    const wallet = await buyer({ answers: { eth_sendTransaction: () => `0x${'ab'.repeat(32)}` } })
    const quoted = await quote(usdt)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const result = pay(wallet, quoted)
      await vi.waitFor(() => expect(wallet.asked).toContain('eth_sendTransaction'), { timeout: 20_000 })
      await vi.advanceTimersByTimeAsync(200_000)
      expect(await result).toMatchObject({ methods: ['approve'], steps: ['approve'], reason: 'failed' })
    } finally {
      vi.useRealTimers()
    }
    expect(await orders()).toBe(before)
  })
})

describe('a wallet sends the transaction but answers an unknown error', () => {
  it.each([
    ['may have been sent, because the transaction pays', 'unsent', 'direct', zeroAddress, 1n],
    ['failed, because the transaction is only an approval', 'failed', 'approve', null, 0n],
  ] as const)('the payment %s', async (_, reason, method, token, paid) => {
    const before = await orders()
    const wallet = await buyer({ answers: { eth_sendTransaction: failAfterSending } })
    expect(await pay(wallet, await quote(token ?? usdt))).toMatchObject({ methods: [method], reason })
    await expect.poll(orders).toBe(before + paid)
  })
})

describe('an order is paid', () => {
  it.each<[PaymentMethod, 'usdc' | 'usdt' | 'eth', boolean, string[], string[]]>([
    ['batch', 'usdc', true, ['confirm'], ['Pay 240.00 USDC into escrow']],
    ['batch', 'usdt', true, ['confirm'], ['Pay 240.00 USDT into escrow']],
    ['authorization', 'usdc', false, ['sign', 'confirm'], ['Let it take 240.00 USDC once', 'Pay 240.00 USDC into escrow']],
    ['approve', 'usdt', false, ['approve', 'confirm'], ['Allow it to take 240.00 USDT', 'Pay 240.00 USDT into escrow']],
    ['direct', 'eth', true, ['confirm'], ['Pay 0.00000000024 ETH into escrow']],
  ])('by %s in %s', async (method, symbol, batches, steps, windows) => {
    const token = { usdc, usdt, eth: zeroAddress }[symbol]
    const wallet = await buyer({ batches })
    const quoted = await quote(token)
    expect(await pay(wallet, quoted)).toMatchObject({
      methods: [method],
      steps,
      order: { buyer: wallet.payer.account, seller: quoted.seller, price: PRICE, token, ref: quoted.ref },
    })
    expect(wallet.windows).toEqual(windows)
    if (token !== zeroAddress) expect(await allowance(token, wallet.payer.account)).toBe(0n)
  })

  it('by permit if the token has no authorization', async () => {
    const wallet = await buyer()
    const result = await pay(wallet, await quote(usdc), new Set(['authorization']))
    expect(result).toMatchObject({ methods: ['permit'], order: { buyer: wallet.payer.account } })
    expect(wallet.windows).toEqual(['Allow it to take 240.00 USDC', 'Pay 240.00 USDC into escrow'])
  })

  it('by a batch that first resets an allowance of USDT', async () => {
    const wallet = await buyer({ batches: true })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [world.orderBook, 1n] })
    await wallet.payer.wallet.provider.request({ method: 'eth_sendTransaction', params: [{ from: wallet.payer.account, to: usdt, data }] })
    wallet.windows.length = 0
    expect(await pay(wallet, await quote(usdt))).toMatchObject({ methods: ['batch'], order: { token: usdt } })
    expect(wallet.windows).toHaveLength(1)
  })

  it('by a second batch of an account that the first batch has upgraded', async () => {
    const wallet = await buyer({ batches: true })
    for (const _ of [1, 2]) expect(await pay(wallet, await quote(usdc))).toMatchObject({ methods: ['batch'], order: { price: PRICE } })
    expect(await canBatch(wallet.payer.wallet, wallet.payer.account)).toBe(true)
  })

  it('by authorization of an account that a batch has upgraded', async () => {
    const wallet = await buyer({ batches: true })
    await pay(wallet, await quote(usdc))
    expect(await pay(wallet, await quote(usdc), new Set(['batch']))).toMatchObject({ methods: ['authorization'], order: { price: PRICE } })
  })

  it('by a signature that ends in 0 or 1 instead of 27 or 28', async () => {
    const answers: Answers = {
      eth_signTypedData_v4: async (_, pass) => {
        const signature = (await pass()) as Hex
        return `${signature.slice(0, -2)}${(Number.parseInt(signature.slice(-2), 16) - 27).toString(16).padStart(2, '0')}`
      },
    }
    expect(await pay(await buyer({ answers }), await quote(usdc))).toMatchObject({ methods: ['authorization'], order: { price: PRICE } })
  })
})

/** A smart wallet that signs typed data and sends one call at a time. */
async function contractBuyer(isDeployed: boolean) {
  const account = smartAccount(generatePrivateKey(), rpc)
  await fund(account.address)
  await clientOf().setBalance({ address: account.owner, value: parseEther('5') })
  if (isDeployed) await account.deploy()
  const windows: string[] = []
  const provider: Eip1193 = {
    request: async ({ method, params }) => {
      const [first, second] = (params ?? []) as [never, string]
      if (method === 'eth_accounts') return [account.address]
      if (method === 'eth_signTypedData_v4') {
        windows.push('sign')
        return account.signTypedData(JSON.parse(second))
      }
      if (method === 'eth_sendTransaction') {
        windows.push('send')
        const { to, data, value } = first as { to: Address; data: Hex; value: Hex }
        return account.execute([{ to, data, value: BigInt(value) }])
      }
      if (method.startsWith('wallet_')) return refuse(4200)()
      return clientOf().request({ method, params } as never)
    },
  }
  return { payer: { wallet: { rdns: 'test', name: 'Test', icon: '', provider }, account: account.address }, windows }
}

describe('a smart wallet that cannot batch', () => {
  it('pays by authorization with its own signature (ERC-1271)', async () => {
    const wallet = await contractBuyer(true)
    expect(await pay(wallet, await quote(usdc))).toMatchObject({ methods: ['authorization'], order: { buyer: wallet.payer.account } })
    expect(wallet.windows).toEqual(['sign', 'send'])
  })

  it('pays by approve if it is not deployed yet, because the token cannot check its signature', async () => {
    const wallet = await contractBuyer(false)
    const { methods, order } = await pay(wallet, await quote(usdc))
    expect(methods.at(-1)).toBe('approve')
    expect(order).toMatchObject({ buyer: wallet.payer.account })
  })
})

describe('if a wallet says that it can batch', () => {
  it.each([4200, -32601, -32602, 5700, 5710, 5740, 5750, 5760])(
    'but refuses with %s, the next method pays the same quote',
    async (code) => {
      const wallet = await buyer({ answers: { ...atomic, wallet_sendCalls: refuse(code) } })
      const quoted = await quote(usdc)
      expect(await pay(wallet, quoted)).toMatchObject({ methods: ['batch', 'authorization'], order: { ref: quoted.ref } })
      expect(wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
    },
  )

  it('but fails for an unknown reason, the next attempt uses no batch', async () => {
    const wallet = await buyer({ answers: { ...atomic, wallet_sendCalls: refuse(-32603) } })
    const failed = new Set<PaymentMethod>()
    const quoted = await quote(usdc)
    expect(await pay(wallet, quoted, failed)).toMatchObject({ methods: ['batch'], reason: 'unsent' })
    expect(await pay(wallet, quoted, failed)).toMatchObject({ methods: ['authorization'], order: { ref: quoted.ref } })
  })

  it('and sends the batch but answers an unknown error, the reason does not say that nothing was paid', async () => {
    const before = await orders()
    const wallet = await buyer({ batches: true, answers: { wallet_sendCalls: failAfterSending } })
    expect(await pay(wallet, await quote(usdc))).toMatchObject({ methods: ['batch'], reason: 'unsent' })
    await expect.poll(orders).toBe(before + 1n)
  })

  it.each([[null], [{}], [{ id: '' }], [{ id: 7 }], [{ id: 'x'.repeat(8195) }]])(
    'and confirms with %j, the batch may have been sent',
    async (answer) => {
      const wallet = await buyer({ answers: { ...atomic, wallet_sendCalls: () => answer } })
      expect(await pay(wallet, await quote(usdc))).toMatchObject({ methods: ['batch'], reason: 'sent' })
    },
  )

  it('and answers with the id as a text, as in version 1, the order is paid', async () => {
    const answers: Answers = { wallet_sendCalls: async (_, pass) => ((await pass()) as { id: string }).id }
    expect(await pay(await buyer({ batches: true, answers }), await quote(usdc))).toMatchObject({
      methods: ['batch'],
      order: { price: PRICE },
    })
  })

  it('but does not show the account, it is not asked for its capabilities', async () => {
    const wallet = await buyer({ batches: true, answers: { eth_accounts: () => [] } })
    expect(await canBatch(wallet.payer.wallet, wallet.payer.account)).toBe(false)
    expect(wallet.asked).toEqual(['eth_accounts'])
  })
})

describe('the status of a batch', () => {
  const ref = toHex(77, { size: 32 })
  const says = (answer: unknown): Eip1193 => ({ request: async () => answer })
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      (hash) => hash,
      (error: unknown) => (error instanceof WalletError ? error.reason : String(error)),
    )
  const receipts = (transactionHash: Hex) => [{ transactionHash, status: '0x1' }]

  /** Sends a transaction that places no order, such as an approval or one that fails. */
  async function transaction(to: Address, data: Hex): Promise<Hex> {
    const hash = await clientOf().sendTransaction({ account: privateKeyToAccount(seller!.key), to, data, gas: 200_000n })
    await clientOf().waitForTransactionReceipt({ hash, checkReplacement: false })
    return hash
  }

  it.each([400, 500, 600])('%s without a transaction means that nothing was sent', async (status) => {
    expect(await reasonOf(batchPayment(says({ id: '0x1', status }), '0x1', ref))).toBe('unsent')
  })

  it('500 with a transaction that failed on chain is reported as such', async () => {
    const hash = await transaction(world.orderBook, '0x12345678')
    expect(await reasonOf(batchPayment(says({ id: '0x1', status: 500, receipts: receipts(hash) }), '0x1', ref))).toBe('reverted')
  })

  it('500 is ignored if the chain has the order', async () => {
    const wallet = await buyer({ batches: true })
    const quoted = await quote(usdc)
    const sent = await sendPayment(wallet.payer, quoted, new Set(), () => {})
    const hash = await sent.mined
    expect(await batchPayment(says({ id: '0x1', status: 500, receipts: receipts(hash) }), '0x1', quoted.ref)).toBe(hash)
  })

  it.each([
    [
      200,
      'a transaction of another contract',
      () => transaction(usdc, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [usdt, BigInt(ref)] })),
    ],
    [
      200,
      'the payment of another order',
      async () => (await sendPayment((await buyer()).payer, await quote(usdc), new Set(), () => {})).mined,
    ],
    [200, 'a transaction that the chain does not have', async () => `0x${'ab'.repeat(32)}` as const],
    [500, 'a transaction that the chain does not have', async () => `0x${'ab'.repeat(32)}` as const],
  ])('%s with %s leaves the result unknown', async (status, _, make) => {
    const hash = await make()
    // Each call of Date.now() moves the clock, so that the wallet is asked only once.
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 100_000))
    try {
      expect(await reasonOf(batchPayment(says({ id: '0x1', status, receipts: receipts(hash) }), '0x1', ref))).toBe('sent')
    } finally {
      vi.restoreAllMocks()
    }
  })

  it.each([
    ['never comes', () => new Promise(() => {})],
    ['is an error', refuse(5730)],
    ['is about another batch', () => ({ id: '0x2', status: 400 })],
    ['stays pending', () => ({ id: '0x1', status: 100 })],
  ])('that %s leaves the result unknown after three minutes', async (_, answer) => {
    vi.useFakeTimers()
    try {
      const result = reasonOf(batchPayment({ request: async () => answer() }, '0x1', ref))
      await vi.advanceTimersByTimeAsync(170_000)
      expect(await Promise.race([result, 'open'])).toBe('open')
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await Promise.race([result, 'open'])).toBe('sent')
    } finally {
      vi.useRealTimers()
    }
  })
})

it('computes the same nonce of an authorization as the contract', async () => {
  const quoted = await quote(usdc)
  const { feeBps, arbitrationFeeBps } = quoted
  const terms = {
    seller: quoted.seller,
    productId: 7n,
    delivery: 14n,
    price: PRICE,
    token: usdc,
    ref: quoted.ref,
    validUntil: BigInt(quoted.validUntil),
    maxFees: feeBps * 0x1_00_00 + arbitrationFeeBps,
  }
  const nonce = await clientOf().readContract({
    abi: orderBookAbi,
    address: world.orderBook,
    functionName: 'getAuthorizationNonce',
    args: [TREASURY, terms],
  })
  expect(authorizationNonce(quoted, TREASURY)).toBe(nonce)
})
