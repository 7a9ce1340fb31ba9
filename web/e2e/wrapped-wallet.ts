import type { BrowserContext, Page } from '@playwright/test'

/** The behaviour of a page's wallet and the calls it received; stored in the page as `wrappedWallet`. */
interface WrappedWallet {
  /** The chain id that it reports. */
  chainId: string
  /** Whether it switches the chain when a page asks for that. */
  switches: boolean
  /** Error codes of methods that it refuses. */
  refuses: Record<string, number>
  /** Methods that it answers with these values, without doing anything. */
  answers: Record<string, unknown>
  /** Methods that it does not answer while they are listed; then it does what was asked. */
  silent: string[]
  /** Methods that were called, in order. */
  asked: string[]
}

/** Wraps the demo wallets of a context before a page opens: the wrapper records calls and can report another chain. */
export const wrapDemoWallets = (context: BrowserContext, chainId = '0x7a69'): Promise<unknown> =>
  context.addInitScript((initialChainId) => {
    type Provider = { request: (call: { method: string; params?: { chainId?: string }[] }) => Promise<unknown> }
    const wrappedWallet: WrappedWallet = { chainId: initialChainId, switches: false, refuses: {}, answers: {}, silent: [], asked: [] }
    Object.assign(window, { wrappedWallet })
    const wrappers = new WeakMap<Provider, Provider>()
    const wrapped = new WeakSet<Provider>()
    const wrap = (provider: Provider): Provider => ({
      ...provider,
      request: async (call) => {
        wrappedWallet.asked.push(call.method)
        while (wrappedWallet.silent.includes(call.method)) await new Promise((resolve) => setTimeout(resolve, 100))
        const code = wrappedWallet.refuses[call.method]
        if (code) throw Object.assign(new Error('Refused by the journey.'), { code })
        if (call.method in wrappedWallet.answers) return wrappedWallet.answers[call.method]
        if (call.method === 'eth_chainId') return wrappedWallet.chainId
        if (call.method !== 'wallet_switchEthereumChain') return provider.request(call)
        if (!wrappedWallet.switches) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
        wrappedWallet.chainId = call.params?.[0]?.chainId ?? wrappedWallet.chainId
        return null
      },
    })
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent<{ info: object; provider: Provider }>).detail
      if (wrapped.has(provider)) return
      event.stopImmediatePropagation()
      const wrapper = wrappers.get(provider) ?? wrap(provider)
      wrappers.set(provider, wrapper)
      wrapped.add(wrapper)
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: wrapper }) }))
    })
  }, chainId)

/** How often the page has called this method of the wallet since it was opened. */
export const countWalletCalls = (page: Page, method: string): Promise<number> =>
  page.evaluate(
    (name) => (window as unknown as { wrappedWallet: WrappedWallet }).wrappedWallet.asked.filter((called) => called === name).length,
    method,
  )

/** Changes the behaviour of a page's wallet. */
export const setWalletBehavior = (page: Page, changes: Partial<Omit<WrappedWallet, 'asked'>>): Promise<void> =>
  page.evaluate((set) => void Object.assign((window as unknown as { wrappedWallet: WrappedWallet }).wrappedWallet, set), changes)

/** Makes the demo wallets of a context send one call at a time, as wallets without EIP-5792 do. */
export const withoutBatches = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => localStorage.setItem('demo-wallet.batches', 'no'))
