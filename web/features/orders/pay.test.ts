import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import type { PaymentStep } from '../../wallet/payment.ts'
import type { PaymentMethod } from '../../wallet/payment-method.ts'
import type { Payer } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'

const account = `0x${'aa'.repeat(20)}` as const
const usdc = `0x${'cc'.repeat(20)}` as const
const hash = `0x${'12'.repeat(32)}` as const
const subject = 'purchase 7 Basic'
const quote = { ref: `0x${'01'.repeat(32)}`, token: usdc, amount: '60000000', validUntil: Date.now() / 1000 + 900 } as Quote

/** The wallet's open request: its answer or error is given by the test. */
let answer: PromiseWithResolvers<unknown>
let asked: string[]
const provider = {
  request: ({ method }: { method: string }) => {
    asked.push(method)
    answer = Promise.withResolvers()
    return answer.promise
  },
}
/** How the payment is made, and its result once it was sent. */
let method: PaymentMethod
let mined: Promise<typeof hash>
const addOrder = vi.fn(async (_: { json: { transactionHash: string } }) => Response.json({ orderId: 'one', roomId: null }))

vi.mock('../../lib/page-data.ts', () => ({
  config: () => ({ chainId: 31337, tokens: [{ symbol: 'USDC', address: usdc, decimals: 6, signatures: [] }] }),
}))
vi.mock('../../lib/api.ts', () => ({ orders: { addOrder: { $post: addOrder } }, queryClient: { invalidateQueries: async () => {} } }))
vi.mock('../../wallet/transactions.ts', () => ({ findPayer: async () => ({ wallet: { provider }, account }) }))
vi.mock('../../wallet/payment.ts', () => ({
  sendPayment: async (payer: Payer, _: Quote, __: Set<string>, onStep: (method: PaymentMethod, step: PaymentStep) => void) => {
    const ask = (name: string) => payer.wallet.provider.request({ method: name })
    if (method === 'approve') {
      onStep(method, 'approve')
      await ask('eth_sendTransaction')
    }
    if (method === 'authorization') {
      onStep(method, 'sign')
      await ask('eth_signTypedData_v4')
    }
    onStep(method, 'confirm')
    await ask(method === 'batch' ? 'wallet_sendCalls' : 'eth_sendTransaction')
    return method === 'batch' ? { batch: '0x7', account, mined } : { hash, mined }
  },
}))
const { pay } = await import('./pay.ts')
const { findRequest, listRequests, forgetRequests } = await import('../../wallet/open-requests.ts')

let aborter: AbortController
let steps: string[]
const start = () => {
  const work = pay({
    ...{ quote, account, subject, likely: method, failed: new Set<PaymentMethod>() },
    signal: aborter.signal,
    enter: ({ step }) => void steps.push(step),
  })
  return work.then(
    (order) => order,
    (error: unknown) => (error instanceof WalletError ? error.reason : String(error)),
  )
}
const openRequest = () => findRequest(listRequests(), subject, [account])
/** Waits until the wallet was asked this many times. */
const askedTimes = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times))

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  forgetRequests(subject)
  addOrder.mockClear()
  ;[asked, steps, aborter, method, mined] = [[], [], new AbortController(), 'direct', Promise.resolve(hash)]
})
afterEach(() => vi.unstubAllGlobals())

it('a payment stays open until the wallet answers, also for a later dialog', async () => {
  const paid = start()
  await askedTimes(1)
  aborter.abort()
  expect(openRequest()).toMatchObject({ amount: '60.00\u00a0USDC', isSent: false })
  expect(localStorage.getItem('warren.requests')).toContain(subject)
  answer.resolve(hash)
  expect(await paid).toEqual({ orderId: 'one', roomId: null })
  expect(openRequest()).toBeUndefined()
})

it.each(['direct', 'batch'] as const)('a late answer of the wallet is recorded once and opens no further window (%s)', async (by) => {
  method = by
  const paid = start()
  await askedTimes(1)
  aborter.abort()
  answer.resolve(hash)
  await paid
  expect(addOrder.mock.calls.map(([{ json }]) => json.transactionHash)).toEqual([hash])
  expect(asked).toHaveLength(1)
  expect(localStorage.getItem('warren.pending')).toBeNull()
})

it.each([
  ['approve', 'eth_sendTransaction'],
  ['authorization', 'eth_signTypedData_v4'],
] as const)('if the dialog was closed before the wallet was asked to pay, a late answer to the step %s pays nothing', async (by, first) => {
  method = by
  const paid = start()
  await askedTimes(1)
  expect(openRequest()).toBeUndefined()
  aborter.abort()
  answer.resolve(hash)
  expect(await paid).toBe('rejected')
  expect(asked).toEqual([first])
  expect(openRequest()).toBeUndefined()
  expect(addOrder).not.toHaveBeenCalled()
})

it('a declined payment leaves no open request', async () => {
  const paid = start()
  await askedTimes(1)
  answer.reject(new WalletError('rejected'))
  expect(await paid).toBe('rejected')
  expect(openRequest()).toBeUndefined()
})

it('a request stays open if the wallet may have sent the payment in spite of its error', async () => {
  const paid = start()
  await askedTimes(1)
  answer.reject(new WalletError('unsent'))
  expect(await paid).toBe('unsent')
  expect(openRequest()).toMatchObject({ isSent: false })
})

it('a declined second attempt leaves the first request open, because that one may have paid', async () => {
  const first = start()
  await askedTimes(1)
  answer.reject(new WalletError('unsent'))
  await first
  const before = openRequest()
  const second = start()
  await askedTimes(2)
  answer.reject(new WalletError('rejected'))
  expect(await second).toBe('rejected')
  expect(before).toBeDefined()
  expect(openRequest()).toEqual(before)
})

it('a payment stays open for at least 15 minutes, also if the clock of the device is ahead', async () => {
  const at = Math.floor(Date.now() / 1000)
  quote.validUntil = at - 60
  const paid = start()
  await askedTimes(1)
  expect(openRequest()!.until).toBeGreaterThanOrEqual(at + 900)
  answer.resolve(hash)
  await paid
  quote.validUntil = at + 900
})

it('a batch that its wallet always reports as pending stays open and is stored for the next visit', async () => {
  method = 'batch'
  mined = Promise.reject(new WalletError('sent'))
  mined.catch(() => {})
  const paid = start()
  await askedTimes(1)
  answer.resolve('0x7')
  expect(await paid).toBeNull()
  expect(openRequest()).toMatchObject({ isSent: true })
  expect(localStorage.getItem('warren.pending')).toContain('0x7')
})

it('a payment that failed on chain is not open', async () => {
  mined = Promise.reject(new WalletError('reverted'))
  mined.catch(() => {})
  const paid = start()
  await askedTimes(1)
  answer.resolve(hash)
  expect(await paid).toBe('reverted')
  expect(openRequest()).toBeUndefined()
  expect(steps).toEqual(['confirm', 'wait'])
})
