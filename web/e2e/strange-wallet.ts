import type { BrowserContext, Page } from 'playwright-core'

/** What a page's wallet was asked, and how it behaves; lives in the page as `strange`. */
interface Strange {
  /** The chain it says it is on. */
  chainId: string
  /** Whether it goes to another chain when asked. */
  switches: boolean
  /** Methods that were called, in order. */
  asked: string[]
}

/**
 * Puts something between the demo wallets and the pages of a context, before any of them is opened: it notes what is asked, and
 * can say that it is on another chain.
 */
export const withStrangeWallets = (context: BrowserContext, chainId = '0x7a69'): Promise<unknown> =>
  context.addInitScript((first) => {
    type Provider = { request: (call: { method: string; params?: { chainId?: string }[] }) => Promise<unknown> }
    const strange: Strange = { chainId: first, switches: false, asked: [] }
    Object.assign(window, { strange })
    const made = new WeakMap<Provider, Provider>()
    const ours = new WeakSet<Provider>()
    const wrap = (provider: Provider): Provider => ({
      ...provider,
      request: async (call) => {
        strange.asked.push(call.method)
        if (call.method === 'eth_chainId') return strange.chainId
        if (call.method !== 'wallet_switchEthereumChain') return provider.request(call)
        if (!strange.switches) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
        strange.chainId = call.params?.[0]?.chainId ?? strange.chainId
        return null
      },
    })
    addEventListener('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent<{ info: object; provider: Provider }>).detail
      if (ours.has(provider)) return
      event.stopImmediatePropagation()
      const mine = made.get(provider) ?? wrap(provider)
      made.set(provider, mine)
      ours.add(mine)
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: mine }) }))
    })
  }, chainId)

/** How often the wallet of a page was asked for something since the page was opened. */
export const timesAsked = (page: Page, method: string): Promise<number> =>
  page.evaluate((name) => (window as unknown as { strange: Strange }).strange.asked.filter((one) => one === name).length, method)

/** Changes how a page's wallet behaves. */
export const behave = (page: Page, changes: Partial<Omit<Strange, 'asked'>>): Promise<void> =>
  page.evaluate((set) => void Object.assign((window as unknown as { strange: Strange }).strange, set), changes)
