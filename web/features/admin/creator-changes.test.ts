import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import type { CreatorChange } from './creator-changes.ts'

const KEY = 'warren.creatorChanges'
const stored = new Map<string, string>()
let onStorage: (event: { key: string }) => void = () => {}
vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
  onStorage = listener
})
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.mock('../../lib/page-data.ts', () => ({ config: () => ({ chainId: 31337 }) }))
const receipt = vi.fn()
vi.mock('../../wallet/transactions.ts', () => ({ receipt }))
const reportChange = vi.fn()
vi.mock('../../queries/manage-creators.ts', () => ({ reportChange, refreshPanel: async () => {} }))
const { rememberChange, settleChange } = await import('./creator-changes.ts')

const [HASH, MINED] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const
const change: CreatorChange = { kind: 'grant', address: '0x1', userId: 7, application: 'a', name: 'Aiko' }
const isStored = () => stored.get(KEY)?.includes(HASH) ?? false

beforeEach(() => {
  stored.clear()
  receipt.mockReset().mockResolvedValue(HASH)
  reportChange.mockReset().mockResolvedValue(undefined)
})

it('stores a transaction before it is reported, and forgets it afterwards', async () => {
  const sent = rememberChange(change, HASH)
  reportChange.mockImplementation(async () => expect(isStored()).toBe(true))
  await settleChange(sent)
  expect(reportChange).toHaveBeenCalledExactlyOnceWith(sent, HASH)
  expect(isStored()).toBe(false)
})

it('reports the transaction that has replaced it, and tries again while its block is too new', async () => {
  vi.useFakeTimers()
  receipt.mockResolvedValue(MINED)
  reportChange.mockRejectedValueOnce(new ApiError('transaction_pending', 409))
  const done = settleChange(rememberChange(change, HASH))
  await vi.runAllTimersAsync()
  await done
  expect(reportChange.mock.calls.map(([, hash]) => hash)).toEqual([MINED, MINED])
  expect(isStored()).toBe(false)
  vi.useRealTimers()
})

it('keeps a transaction whose report is refused, and does not wait for its receipt again', async () => {
  reportChange.mockRejectedValueOnce(new ApiError('application_name_taken', 409))
  receipt.mockResolvedValue(MINED)
  await expect(settleChange(rememberChange(change, HASH))).rejects.toMatchObject({ code: 'application_name_taken' })
  expect(isStored()).toBe(true)
  const [kept] = JSON.parse(stored.get(KEY)!) as Parameters<typeof settleChange>[0][]
  await settleChange(kept!)
  expect([receipt.mock.calls.length, reportChange.mock.lastCall![1], isStored()]).toEqual([1, MINED, false])
})

it('forgets a transaction that has failed, but not one whose result is unknown', async () => {
  receipt.mockRejectedValueOnce(new WalletError('sent'))
  const sent = rememberChange(change, HASH)
  await expect(settleChange(sent)).rejects.toMatchObject({ reason: 'sent' })
  expect(isStored()).toBe(true)
  receipt.mockRejectedValueOnce(new WalletError('reverted'))
  await expect(settleChange(sent)).rejects.toMatchObject({ reason: 'reverted' })
  expect([isStored(), reportChange.mock.calls.length]).toEqual([false, 0])
})

it('runs once at a time', async () => {
  const sent = rememberChange(change, HASH)
  await Promise.all([settleChange(sent), settleChange(sent)])
  expect(reportChange).toHaveBeenCalledOnce()
})

describe('two tabs', () => {
  const [OTHER, THIRD] = [`0x${'3'.repeat(64)}`, `0x${'4'.repeat(64)}`] as const
  /** The module, as another tab loads it. */
  async function openTab() {
    vi.resetModules()
    return import('./creator-changes.ts')
  }
  const hashes = () => (JSON.parse(stored.get(KEY) ?? '[]') as { hash: string }[]).map(({ hash }) => hash)

  it('keep the transactions of each other', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const sent = one.rememberChange(change, HASH)
    other.rememberChange(change, OTHER)
    one.rememberChange(change, THIRD)
    expect(hashes()).toEqual([HASH, OTHER, THIRD])
    // The block of one transaction is known, and another one is discarded.
    reportChange.mockRejectedValueOnce(new ApiError('application_name_taken', 409))
    await expect(one.settleChange(sent)).rejects.toThrow()
    other.forgetChange(OTHER)
    expect(hashes()).toEqual([HASH, THIRD])
    await one.settleChange(sent)
    expect(hashes()).toEqual([THIRD])
  })

  it('show what the other one has sent', async () => {
    const one = await openTab()
    const listener = onStorage
    const other = await openTab()
    other.rememberChange(change, OTHER)
    expect(one.listChanges()).toEqual([])
    listener({ key: KEY })
    expect(one.listChanges()).toMatchObject([{ hash: OTHER }])
  })
})
