import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenRequest } from './open-requests.ts'
import type { Eip1193 } from './wallet.ts'

const account = `0x${'aa'.repeat(20)}` as const
const NOW = 1_800_000_000
const request: OpenRequest = {
  ...{ subject: 'purchase 7 Basic', id: '0x1', account, amount: '60.00 USDC' },
  ...{ at: NOW, until: NOW + 600, isSent: false },
}

let stored: Map<string, string>
let onStorage: (event: { key: string }) => void
/** The module, as a tab loads it. */
async function openTab() {
  vi.resetModules()
  return import('./open-requests.ts')
}
const find = (
  { findRequest, listRequests }: Awaited<ReturnType<typeof openTab>>,
  subject = request.subject,
  linked: string[] = [account],
) => findRequest(listRequests(), subject, linked)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000 })
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
    onStorage = listener
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an open request', () => {
  it('is found again by another tab and after a reload', async () => {
    const before = await openTab()
    const listener = onStorage
    const tab = await openTab()
    tab.rememberRequest(request)
    listener({ key: 'warren.requests' })
    expect(find(before)).toEqual(request)
    expect(find(await openTab())).toEqual(request)
  })

  it('is found only for its subject and its account', async () => {
    const tab = await openTab()
    tab.rememberRequest(request)
    expect(find(tab, 'purchase 7 Premium')).toBeUndefined()
    expect(find(tab, request.subject, [`0x${'bb'.repeat(20)}`])).toBeUndefined()
    expect(find(tab, request.subject, [account.toUpperCase().replace('X', 'x')])).toEqual(request)
  })

  it('is forgotten by its id, or with all others of its subject', async () => {
    const tab = await openTab()
    const other = { ...request, id: '0x2' }
    tab.rememberRequest(request)
    tab.rememberRequest(other)
    tab.forgetRequests(request.subject, other.id)
    expect(find(tab)).toEqual(request)
    tab.rememberRequest(other)
    tab.forgetRequests(request.subject)
    expect(find(tab)).toBeUndefined()
    expect(stored.has('warren.requests')).toBe(false)
  })

  it('is open until two minutes after its time limit', async () => {
    const tab = await openTab()
    tab.rememberRequest(request)
    vi.setSystemTime((request.until + 120) * 1000)
    expect(find(tab)).toEqual(request)
    vi.setSystemTime((request.until + 121) * 1000)
    expect(find(tab)).toBeUndefined()
    expect(find(await openTab())).toBeUndefined()
  })

  // JSON has no infinite number, but 1e999 is read as one.
  it.each([
    ['at', '1e999'],
    ['at', '1e300'],
    ['at', '-1e300'],
    ['at', String(NOW + 86_401)],
    ['until', '1e999'],
    ['until', '1e300'],
    ['until', String(NOW + 86_401)],
  ])('is dropped if its %s is %s, as no page could show that time', async (field, value) => {
    const text = JSON.stringify([
      { ...request, [field]: 'time' },
      { ...request, id: '0x2' },
    ]).replace('"time"', value)
    stored.set('warren.requests', text)
    const tab = await openTab()
    expect(tab.listRequests()).toEqual([{ ...request, id: '0x2' }])
    tab.rememberRequest({ ...request, id: '0x3' })
    expect(JSON.parse(stored.get('warren.requests')!)).toHaveLength(2)
  })

  it('is known to its own tab if the browser stores nothing', async () => {
    vi.stubGlobal('localStorage', undefined)
    const tab = await openTab()
    tab.rememberRequest(request)
    expect(find(tab)).toEqual(request)
  })
})

describe('a guarded wallet', () => {
  const guarded = async () => {
    const asked: string[] = []
    const onSend = vi.fn()
    const aborter = new AbortController()
    const provider: Eip1193 = {
      request: async ({ method }) => {
        asked.push(method)
        return null
      },
    }
    const { guardPayer } = await openTab()
    const payer = guardPayer({ wallet: { rdns: 'test', name: 'Test', icon: '', provider }, account }, aborter.signal, onSend)
    const ask = (method: string) => payer.wallet.provider.request({ method }).catch((error: { reason?: string }) => error.reason)
    return { ask, asked, onSend, leave: () => aborter.abort() }
  }

  it.each(['eth_sendTransaction', 'wallet_sendCalls'])('reports %s before the wallet is asked', async (method) => {
    const { ask, asked, onSend } = await guarded()
    onSend.mockImplementation(() => expect(asked).toEqual([]))
    await ask(method)
    expect(onSend).toHaveBeenCalledOnce()
    await ask('eth_signTypedData_v4')
    await ask('eth_chainId')
    expect(onSend).toHaveBeenCalledOnce()
  })

  it.each(['eth_sendTransaction', 'wallet_sendCalls', 'eth_signTypedData_v4', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'opens no window for %s once the dialog was closed',
    async (method) => {
      const { ask, asked, onSend, leave } = await guarded()
      leave()
      expect(await ask(method)).toBe('rejected')
      expect(asked).toEqual([])
      expect(onSend).not.toHaveBeenCalled()
    },
  )

  it('still asks about a batch that was sent before the dialog was closed', async () => {
    const { ask, asked, leave } = await guarded()
    leave()
    await ask('wallet_getCallsStatus')
    expect(asked).toEqual(['wallet_getCallsStatus'])
  })
})
