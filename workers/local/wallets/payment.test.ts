import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther, zeroAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import type { PaymentMethod } from '../../../web/wallet/payment-method.ts'
import type { Eip1193 } from '../../../web/wallet/wallet.ts'
import { authorizationNonce } from '../../orders/calldata.schema.ts'
import { TREASURY } from './accounts.ts'
import { smartAccount } from './base-wallet/account.ts'
import {
  type Answers,
  allowance,
  atomic,
  buyer,
  canBatch,
  clientOf,
  failAfterSending,
  fund,
  orders,
  PRICE,
  pay,
  quote,
  refuse,
  rpc,
  startChainForTests,
  usdc,
  usdt,
  world,
} from './payment.testing.ts'

/** Payments with the real contracts on a local chain, by wallets that answer truthfully and by wallets that do not. */
startChainForTests()

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
    const offline = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
    try {
      expect(await pay(wallet, quoted)).toMatchObject({ methods: [], reason: 'failed' })
    } finally {
      offline.mockRestore()
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

describe('if a wallet sends the transaction but answers an unknown error', () => {
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

it('the page computes the same nonce of an authorization as the contract', async () => {
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
