import { describe, expect, it } from 'vitest'
import { switchNetwork } from './network.ts'
import type { Eip1193 } from './wallet.ts'

interface WalletBehavior {
  knows?: number[]
  declines?: number
  lies?: boolean
  unknown?: object
}

/**
 * A wallet on chain `on` that also has the chains `knows`. `declines` is the error code of its refusals, `unknown` its error for a chain
 * that it does not have; with `lies` it accepts the switch and stays on its chain.
 */
function wallet(on: number, { knows = [], declines, lies, unknown = { data: { originalError: { code: 4902 } } } }: WalletBehavior = {}) {
  const known = new Set([on, ...knows])
  const asked: string[] = []
  const provider: Eip1193 = {
    request: async ({ method, params }) => {
      asked.push(method)
      if (method === 'eth_chainId') return `0x${on.toString(16)}`
      if (declines) throw Object.assign(new Error('no'), { code: declines })
      const [{ chainId }] = params as [{ chainId: string }]
      if (method === 'wallet_addEthereumChain') known.add(Number(chainId))
      else if (!known.has(Number(chainId))) throw Object.assign(new Error('unknown'), unknown)
      if (!lies) on = Number(chainId)
      return null
    },
  }
  return { provider, asked, where: () => on }
}
const reason = (work: Promise<void>) =>
  work.then(
    () => 'done',
    (error) => error.reason,
  )

describe('switching a wallet to the chain of the page', () => {
  it('asks a wallet that already uses that chain for its chain id and nothing else', async () => {
    const { provider, asked } = wallet(8453)
    expect(await reason(switchNetwork(provider, 8453))).toBe('done')
    expect(asked).toEqual(['eth_chainId'])
  })

  it('switches a wallet that already has the chain', async () => {
    const { provider, where } = wallet(1, { knows: [8453] })
    expect(await reason(switchNetwork(provider, 8453))).toBe('done')
    expect(where()).toBe(8453)
  })

  it.each([{ data: { originalError: { code: 4902 } } }, { code: 4902 }, { code: -32603 }, {}])(
    'adds Base to a wallet that does not have it and reports this with the error %j',
    async (unknown) => {
      const { provider, asked, where } = wallet(1, { unknown })
      expect(await reason(switchNetwork(provider, 8453))).toBe('done')
      expect(where()).toBe(8453)
      expect(asked).toContain('wallet_addEthereumChain')
    },
  )

  it('never adds the local chain', async () => {
    const { provider, asked } = wallet(1)
    expect(await reason(switchNetwork(provider, 31337))).toBe('chain')
    expect(asked).not.toContain('wallet_addEthereumChain')
  })

  it('asks once and fails if the person declines', async () => {
    const { provider, asked } = wallet(1, { declines: 4001 })
    expect(await reason(switchNetwork(provider, 8453))).toBe('chain')
    expect(asked).toEqual(['eth_chainId', 'wallet_switchEthereumChain'])
  })

  it('reports a request that is still open in the wallet', async () => {
    const { provider, asked } = wallet(1, { declines: -32002 })
    expect(await reason(switchNetwork(provider, 8453))).toBe('pending')
    expect(asked).not.toContain('wallet_addEthereumChain')
  })

  it('fails if the wallet reports success but stays on another chain', async () => {
    expect(await reason(switchNetwork(wallet(1, { knows: [8453], lies: true }).provider, 8453))).toBe('chain')
  })
})
