import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { WalletError } from './wallet-error.ts'

const account = `0x${'aa'.repeat(20)}` as const
const hash = `0x${'12'.repeat(32)}` as const
const other = `0x${'34'.repeat(32)}` as const
/** Answers of the wallet by method, and the methods it was asked. */
let answers: Record<string, unknown>
let asked: string[]
const wallet = {
  provider: {
    request: async ({ method }: { method: string }) => {
      asked.push(method)
      return answers[method]
    },
  },
}
const addOrder = vi.fn(async (_: { json: { transactionHash: string } }) => Response.json({ orderId: 'one', roomId: null }))

vi.mock('../lib/page-data.ts', () => ({ config: () => ({ chainId: 31337 }) }))
vi.mock('./discovery.ts', () => ({ lastWallet: async () => wallet }))
const invalidateQueries = vi.fn(async (_: { queryKey: readonly unknown[] }) => {})
const receipt = vi.fn(async (sent: string) => sent)
vi.mock('../lib/api.ts', () => ({ orders: { addOrder: { $post: addOrder } }, queryClient: { invalidateQueries } }))
vi.mock('./transactions.ts', () => ({ receipt }))
const { pendingBatches, recordMined, recordWhenMined, remember, withdrawalSubject, withdrawnLate } = await import(
  '../queries/pending-transactions.ts'
)
const { resume, resumeWithdrawals } = await import('./resume.ts')
const { findRequest, listRequests, rememberRequest } = await import('./open-requests.ts')

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  addOrder.mockClear()
  asked = []
  answers = { eth_accounts: [account], wallet_getCallsStatus: { id: '0x7', status: 200, receipts: [{ transactionHash: hash }] } }
  remember({ batch: '0x7', account })
})

it.each([[[]], [[`0x${'bb'.repeat(20)}`]], [null]])('does not ask about a batch if the wallet shows %j', async (shown) => {
  answers.eth_accounts = shown
  await resume()
  expect(asked).toEqual(['eth_accounts'])
  expect(addOrder).not.toHaveBeenCalled()
  expect(pendingBatches()).toHaveLength(1)
})

it.each([
  ['a failed batch', { id: '0x7', status: 400 }],
  ['a batch that failed on chain without a transaction', { id: '0x7', status: 500, receipts: [] }],
])('records nothing for %s', async (_, status) => {
  answers.wallet_getCallsStatus = status
  await resume()
  expect(addOrder).not.toHaveBeenCalled()
})

it('records the last transaction of a batch that has several, because the order is its last call', async () => {
  answers.wallet_getCallsStatus = { id: '0x7', status: 200, receipts: [{ transactionHash: other }, { transactionHash: hash }] }
  await resume()
  expect(addOrder.mock.calls.map(([{ json }]) => json.transactionHash)).toEqual([hash])
})

it('records a transaction of an earlier visit without asking the wallet', async () => {
  localStorage.removeItem('warren.pending')
  remember({ hash: other })
  await resume()
  expect(addOrder.mock.calls.map(([{ json }]) => json.transactionHash)).toEqual([other])
  expect(asked).toEqual([])
  expect(localStorage.getItem('warren.pending')).toBeNull()
})

it('asks again about a batch that is pending, and keeps it for the next visit', async () => {
  vi.useFakeTimers()
  answers.wallet_getCallsStatus = { id: '0x7', status: 100 }
  const resumed = resume()
  await vi.advanceTimersByTimeAsync(60_000)
  await resumed
  vi.useRealTimers()
  expect(asked.filter((method) => method === 'wallet_getCallsStatus')).toHaveLength(5)
  expect(pendingBatches()).toHaveLength(1)
})

it('records the transaction of a batch and forgets the batch, without a window of the wallet', async () => {
  await resume()
  expect(addOrder.mock.calls.map(([{ json }]) => json.transactionHash)).toEqual([hash])
  expect(asked).toEqual(['eth_accounts', 'wallet_getCallsStatus'])
  expect(pendingBatches()).toEqual([])
  expect(localStorage.getItem('warren.pending')).toBeNull()
})

it.each([
  ['eight times if it was sent a minute ago', 60, 8],
  ['three times if it was sent an hour ago', 3600, 3],
])('tries to record a pending transaction %s', async (_, age, tries) => {
  vi.useFakeTimers()
  localStorage.removeItem('warren.pending')
  remember({ hash: other })
  vi.setSystemTime(Date.now() + age * 1000)
  addOrder.mockRejectedValue(new ApiError('transaction_pending', 409))
  const resumed = resume()
  await vi.advanceTimersByTimeAsync(60_000)
  await resumed
  vi.useRealTimers()
  expect(addOrder).toHaveBeenCalledTimes(tries)
  addOrder.mockImplementation(async () => Response.json({ orderId: 'one', roomId: null }))
})

it('keeps the subject and the time of a batch once its transaction is known', async () => {
  localStorage.removeItem('warren.pending')
  remember({ batch: '0x8', account }, 'step seven 2')
  const [{ at }] = JSON.parse(localStorage.getItem('warren.pending')!)
  addOrder.mockRejectedValueOnce(new ApiError('chain_unavailable', 503))
  await recordMined('0x8', hash, 1).catch(() => {})
  expect(JSON.parse(localStorage.getItem('warren.pending')!)).toEqual([{ hash, chainId: 31337, at, subject: 'step seven 2' }])
})

it.each([
  ['keeps', 'the session has ended', new ApiError('unauthorized', 401), 1],
  ['forgets', 'the transaction failed', new ApiError('transaction_failed', 409), 0],
])('%s a sent payment and its open request if %s', async (_, __, error, kept) => {
  localStorage.removeItem('warren.pending')
  const at = Math.floor(Date.now() / 1000)
  rememberRequest({ subject: 'pay 9 Basic', id: 'sent', account, amount: '1 USDC', at, until: at + 900, isSent: true })
  remember({ hash: other }, 'pay 9 Basic')
  addOrder.mockRejectedValueOnce(error)
  await resume()
  expect(JSON.parse(localStorage.getItem('warren.pending') ?? '[]')).toHaveLength(kept)
  expect([findRequest(listRequests(), 'pay 9 Basic', [account])].filter(Boolean)).toHaveLength(kept)
})

it('keeps the open request that the wallet has not answered when another one of the same payment has failed', async () => {
  localStorage.removeItem('warren.pending')
  const at = Math.floor(Date.now() / 1000)
  const request = { subject: 'pay 8', id: 'silent', account, amount: '1 USDC', at, until: at + 900, isSent: false }
  rememberRequest(request)
  rememberRequest({ ...request, id: 'sent', isSent: true })
  remember({ hash: other }, 'pay 8')
  addOrder.mockRejectedValueOnce(new ApiError('transaction_failed', 409))
  await resume()
  expect(listRequests().filter(({ subject }) => subject === 'pay 8')).toEqual([request])
})

it('does not record a transaction of a batch that is still pending', async () => {
  vi.useFakeTimers()
  answers.wallet_getCallsStatus = { id: '0x7', status: 100, receipts: [{ transactionHash: other }] }
  const resumed = resume()
  await vi.advanceTimersByTimeAsync(60_000)
  await resumed
  vi.useRealTimers()
  expect(addOrder).not.toHaveBeenCalled()
  expect(pendingBatches()).toHaveLength(1)
})

describe('a withdrawal of an earlier visit', () => {
  const subject = withdrawalSubject({ contract: other, wallet: account, token: account })
  const at = () => Math.floor(Date.now() / 1000)
  const isOpen = () => findRequest(listRequests(), subject, [account]) !== undefined
  beforeEach(() => {
    localStorage.removeItem('warren.pending')
    rememberRequest({ subject, id: 'sent', account, amount: '', at: at(), until: at() + 900, isSent: true })
    remember({ hash }, subject)
    receipt.mockClear()
    invalidateQueries.mockClear()
    withdrawnLate.set(null)
  })

  it('is not sent to the server, and what is owed is read again before it is forgotten', async () => {
    invalidateQueries.mockImplementationOnce(async ({ queryKey }) => {
      expect(queryKey).toEqual(['orders', 'owed'])
      expect(isOpen()).toBe(true)
    })
    await Promise.all([resume(), resumeWithdrawals()])
    expect(receipt).toHaveBeenCalledExactlyOnceWith(hash)
    expect(addOrder).not.toHaveBeenCalled()
    expect(invalidateQueries).toHaveBeenCalledOnce()
    expect(localStorage.getItem('warren.pending')).toBeNull()
    expect(isOpen()).toBe(false)
    expect(withdrawnLate.get()).toEqual({ subject, error: null })
  })

  it.each(['rejected', 'reverted'] as const)('is reported and forgotten if the chain says that it was %s', async (reason) => {
    const error = new WalletError(reason)
    receipt.mockRejectedValueOnce(error)
    await resumeWithdrawals()
    expect(localStorage.getItem('warren.pending')).toBeNull()
    expect(isOpen()).toBe(false)
    expect(withdrawnLate.get()).toEqual({ subject, error })
  })

  it('is awaited again while the chain may still process it, and stays stored for the next visit', async () => {
    vi.useFakeTimers()
    const sent = at()
    receipt.mockImplementation(async () => {
      vi.setSystemTime(Date.now() + 180_000)
      throw new WalletError('sent')
    })
    await resumeWithdrawals()
    vi.useRealTimers()
    receipt.mockImplementation(async (hash) => hash)
    expect(receipt).toHaveBeenCalledTimes(7)
    expect(JSON.parse(localStorage.getItem('warren.pending')!)).toMatchObject([{ hash, subject, at: sent }])
    expect(withdrawnLate.get()).toBeNull()
  })
})

it.each(['rejected', 'reverted'])('keeps nothing of a transaction that the wallet or the chain reports as %s', async (reason) => {
  localStorage.removeItem('warren.pending')
  const failure = Object.assign(new Error(reason), { reason })
  await expect(recordWhenMined({ hash: other }, Promise.reject(failure), () => {}, 'pay 9')).rejects.toBe(failure)
  expect(localStorage.getItem('warren.pending')).toBeNull()
})

it('forgets the open request of a batch only once its order is recorded', async () => {
  localStorage.removeItem('warren.pending')
  const at = Math.floor(Date.now() / 1000)
  const isOpen = () => findRequest(listRequests(), 'pay 7', [account]) !== undefined
  rememberRequest({ subject: 'pay 7', id: 'ref', account, amount: '1 USDC', at, until: at + 900, isSent: true })
  remember({ batch: '0x7', account }, 'pay 7')
  addOrder.mockRejectedValueOnce(new ApiError('transaction_foreign', 409))
  await resume()
  expect(isOpen()).toBe(true)
  remember({ batch: '0x7', account }, 'pay 7')
  await resume()
  expect(isOpen()).toBe(false)
})
