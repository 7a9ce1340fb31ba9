import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseSiweMessage } from '../../workers/auth/siwe.ts'
import { auth } from '../lib/api.ts'
import { type ProofPurpose, signProof, submitProof } from './sign-in.ts'
import type { Wallet } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nonce = {
  nonce: '0123456789abcdef0123456789abcdef',
  account: ACCOUNT,
  statement: 'Sign in. This costs nothing and moves no money.',
  chainId: 31337,
  issuedAt: '2026-11-21T10:00:00Z',
  expirationTime: '2026-11-21T10:10:00Z',
}
vi.mock('../lib/page-data.ts', () => ({ config: () => ({ walletConnect: null }) }))
vi.mock('../lib/api.ts', () => ({
  auth: {
    getNonce: { $post: vi.fn(async () => ({ json: async () => nonce })) },
    signIn: { $post: vi.fn(async () => ({})) },
    addAccount: { $post: vi.fn(async () => ({})) },
  },
}))

const stored = new Map<string, string>()
beforeEach(() => {
  vi.clearAllMocks()
  stored.clear()
  vi.stubGlobal('location', { host: 'localhost:8788', origin: 'http://localhost:8788' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

/** A wallet that answers by method; an Error is thrown. `asked` has every request, in order. */
function wallet(answers: Record<string, unknown> = {}) {
  const asked: { method: string; params?: unknown }[] = []
  const all: Record<string, unknown> = {
    eth_requestAccounts: [ACCOUNT.toLowerCase()],
    eth_chainId: '0x7a69',
    personal_sign: '0xc0ffee',
    ...answers,
  }
  const request = async (call: { method: string; params?: unknown }) => {
    asked.push(call)
    const answer = all[call.method]
    const value = typeof answer === 'function' ? answer() : answer
    if (value instanceof Error) throw value
    return value
  }
  const made: Wallet = { rdns: 'io.example', name: 'Example', icon: '', provider: { request } }
  return { made, asked, methods: () => asked.map(({ method }) => method) }
}
const refusal = (code: number) => Object.assign(new Error('no'), { code })
const prove = async (made: Wallet, purpose: ProofPurpose, signal: AbortSignal, linked?: string[]) =>
  submitProof(purpose, await signProof(made, signal, linked))
const attempt = (made: Wallet, signal = new AbortController().signal) => prove(made, 'signIn', signal)
const reasonOf = (made: Wallet) =>
  attempt(made).then(
    () => 'none',
    (error: unknown) => (error instanceof WalletError ? error.reason : String(error)),
  )

describe('a proof of an account', () => {
  it('needs one request for the account and one signature over a message with the server’s nonce', async () => {
    const { made, asked, methods } = wallet()
    await attempt(made)
    expect(methods()).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
    const [hex, account] = asked[2]!.params as [string, string]
    const message = Buffer.from(hex.slice(2), 'hex').toString()
    expect(parseSiweMessage(message)).toEqual({
      domain: 'localhost:8788',
      address: ACCOUNT,
      statement: nonce.statement,
      uri: 'http://localhost:8788',
      version: '1',
      chainId: 31337,
      nonce: nonce.nonce,
      issuedAt: nonce.issuedAt,
      expirationTime: nonce.expirationTime,
    })
    expect(auth.signIn.$post).toHaveBeenCalledExactlyOnceWith({ json: { account, signature: '0xc0ffee', message, provider: 'io.example' } })
    expect(stored.get('warren.wallet')).toBe('io.example')
  })

  it('links the account if that is its purpose', async () => {
    await prove(wallet().made, 'addAccount', new AbortController().signal)
    expect(auth.addAccount.$post).toHaveBeenCalledOnce()
    expect(auth.signIn.$post).not.toHaveBeenCalled()
  })

  it('can be submitted again after a refusal without another signature; the wallet is remembered only after a success', async () => {
    vi.mocked(auth.addAccount.$post).mockRejectedValueOnce(new Error('sign_in_again'))
    const { made, methods } = wallet()
    const proof = await signProof(made, new AbortController().signal)
    await expect(submitProof('addAccount', proof)).rejects.toThrow('sign_in_again')
    expect(stored.get('warren.wallet')).toBeUndefined()
    await submitProof('addAccount', proof)
    const [first, second] = vi.mocked(auth.addAccount.$post).mock.calls
    expect(second).toEqual(first)
    expect(methods().filter((method) => method === 'personal_sign')).toHaveLength(1)
    expect(stored.get('warren.wallet')).toBe('io.example')
  })
})

describe('a proof that links one more account', () => {
  const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const link = (made: Wallet) => prove(made, 'addAccount', new AbortController().signal, [ACCOUNT])
  const reason = (made: Wallet) => link(made).catch((error: unknown) => (error instanceof WalletError ? error.reason : String(error)))

  it('uses the first account that the wallet shows, if it is not linked yet', async () => {
    const { made, methods } = wallet({ eth_requestAccounts: [OTHER, ACCOUNT] })
    await link(made)
    expect(methods()).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign'])
  })

  it('asks the wallet for another account if it shows a linked one', async () => {
    let shown = ACCOUNT
    const choose = () => {
      shown = OTHER
      return []
    }
    const { made, asked } = wallet({ eth_requestAccounts: () => [shown], wallet_requestPermissions: choose })
    await link(made)
    expect(asked.find(({ method }) => method === 'wallet_requestPermissions')?.params).toEqual([{ eth_accounts: {} }])
    expect(asked.at(-1)).toMatchObject({ method: 'personal_sign', params: [expect.any(String), OTHER] })
  })

  it.each([
    ['known', [], ['eth_requestAccounts', 'wallet_requestPermissions', 'eth_requestAccounts']],
    ['known', refusal(4200), ['eth_requestAccounts', 'wallet_requestPermissions', 'eth_requestAccounts']],
    ['rejected', refusal(4001), ['eth_requestAccounts', 'wallet_requestPermissions']],
  ])('fails as %s if the wallet answers %j and the person chooses no other account', async (why, answer, requests) => {
    const { made, methods } = wallet({ wallet_requestPermissions: answer })
    expect(await reason(made)).toBe(why)
    expect(methods()).toEqual(requests)
    expect(auth.addAccount.$post).not.toHaveBeenCalled()
  })
})

describe('Base Account, which connects and signs with a single request', () => {
  const message = 'written by the wallet'
  const base = (proof: unknown, address: string = ACCOUNT) => {
    const { made, ...rest } = wallet({ wallet_connect: { accounts: [{ address, capabilities: { signInWithEthereum: proof } }] } })
    return { made: { ...made, rdns: 'app.base.account' }, ...rest }
  }

  it('gets one wallet_connect request, with a nonce for any account', async () => {
    const { made, asked, methods } = base({ message, signature: '0x6492' })
    await attempt(made)
    expect(auth.getNonce.$post).toHaveBeenCalledExactlyOnceWith({ json: {} })
    expect(methods()).toEqual(['eth_chainId', 'wallet_connect'])
    const capabilities = { signInWithEthereum: { nonce: nonce.nonce, chainId: '0x7a69' } }
    expect(asked[1]!.params).toEqual([{ version: '1', capabilities }])
    const json = { account: ACCOUNT, message, signature: '0x6492', provider: 'app.base.account' }
    expect(auth.signIn.$post).toHaveBeenCalledExactlyOnceWith({ json })
  })

  it.each([
    ['failed', { code: 4001, message: 'no' }],
    ['failed', undefined],
  ])('fails as %s if it connects without signing: %j', async (why, proof) => {
    expect(await reasonOf(base(proof).made)).toBe(why)
    expect(auth.signIn.$post).not.toHaveBeenCalled()
  })

  it('fails as rejected if its window is closed', async () => {
    const { made } = wallet({ wallet_connect: refusal(4001) })
    expect(await reasonOf({ ...made, rdns: 'app.base.account' })).toBe('rejected')
  })

  it('does not link an account that is linked already', async () => {
    const { made } = base({ message, signature: '0x6492' })
    const linking = prove(made, 'addAccount', new AbortController().signal, [ACCOUNT.toLowerCase()])
    await expect(linking).rejects.toMatchObject({ reason: 'known' })
    expect(auth.addAccount.$post).not.toHaveBeenCalled()
  })
})

describe('a sign-in with a wallet', () => {
  it.each([
    ['rejected', { eth_requestAccounts: refusal(4001) }, ['eth_requestAccounts']],
    ['pending', { eth_requestAccounts: refusal(-32002) }, ['eth_requestAccounts']],
    ['locked', { eth_requestAccounts: [] }, ['eth_requestAccounts']],
    ['rejected', { personal_sign: refusal(4001) }, ['eth_requestAccounts', 'eth_chainId', 'personal_sign']],
    ['failed', { personal_sign: new Error('broken') }, ['eth_requestAccounts', 'eth_chainId', 'personal_sign']],
    [
      'chain',
      { eth_chainId: '0x1', wallet_switchEthereumChain: refusal(4902) },
      ['eth_requestAccounts', 'eth_chainId', 'wallet_switchEthereumChain'],
    ],
    [
      'chain',
      { eth_chainId: '0x1', wallet_switchEthereumChain: refusal(4001) },
      ['eth_requestAccounts', 'eth_chainId', 'wallet_switchEthereumChain'],
    ],
    [
      'chain',
      { eth_chainId: '0x1', wallet_switchEthereumChain: null },
      ['eth_requestAccounts', 'eth_chainId', 'wallet_switchEthereumChain', 'eth_chainId'],
    ],
  ])('fails as %s after %j, without asking the person again', async (reason, answers, requests) => {
    const { made, methods } = wallet(answers)
    expect(await reasonOf(made)).toBe(reason)
    expect(methods()).toEqual(requests)
    expect(auth.signIn.$post).not.toHaveBeenCalled()
    expect(stored.size).toBe(0)
  })

  it('continues after the wallet has switched the network', async () => {
    let chain = '0x1'
    const switchChain = () => {
      chain = '0x7a69'
      return null
    }
    const { made } = wallet({ eth_chainId: () => chain, wallet_switchEthereumChain: switchChain })
    expect(await reasonOf(made)).toBe('none')
  })

  it('sends nothing after the dialog was closed', async () => {
    const closed = new AbortController()
    const late = () => {
      closed.abort()
      return '0xc0ffee'
    }
    const { made } = wallet({ personal_sign: late })
    await expect(attempt(made, closed.signal)).rejects.toThrow()
    expect(auth.signIn.$post).not.toHaveBeenCalled()
  })
})
