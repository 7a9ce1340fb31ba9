import { type Address, encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import type { PaymentMethod } from '../../../web/wallet/payment-method.ts'
import type { Eip1193 } from '../../../web/wallet/wallet.ts'
import { WalletError } from '../../../web/wallet/wallet-error.ts'
import { demoAccounts } from './accounts.ts'
import {
  type Answers,
  atomic,
  batchPayment,
  buyer,
  canBatch,
  clientOf,
  failAfterSending,
  orders,
  PRICE,
  pay,
  quote,
  refuse,
  sendPayment,
  startChainForTests,
  usdc,
  usdt,
  world,
} from './payment.testing.ts'

/** Payments by a batch with the real contracts on a local chain, by wallets that answer truthfully and by wallets that do not. */
const [seller] = demoAccounts
startChainForTests()

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

it('a wallet that never answers what it can do is treated as one that cannot batch', async () => {
  const wallet = await buyer({ batches: true, answers: { wallet_getCapabilities: () => new Promise(() => {}) } })
  vi.useFakeTimers()
  try {
    const result = canBatch(wallet.payer.wallet, wallet.payer.account)
    await vi.advanceTimersByTimeAsync(4900)
    expect(await Promise.race([result, 'open'])).toBe('open')
    await vi.advanceTimersByTimeAsync(200)
    expect(await Promise.race([result, 'open'])).toBe(false)
  } finally {
    vi.useRealTimers()
  }
  expect(wallet.asked).toEqual(['eth_accounts', 'wallet_getCapabilities'])
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
