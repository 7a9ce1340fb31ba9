import { createBaseAccountSDK } from '@base-org/account'
import { brand } from '../brand.ts'
import { config } from '../lib/page-data.ts'
import { waitForPress } from './press.tsx'
import type { RemoteProvider } from './wallet.ts'

// The local world has a wallet page of its own, so that no real wallet is asked and nothing leaves the machine.
const walletUrl =
  import.meta.env.MODE === 'local-world' ? `http://localhost:${Number(location.port) + 4}/base-wallet` : 'https://keys.coinbase.com/connect'

const sdk = createBaseAccountSDK({
  appName: brand.name,
  appLogoUrl: `${location.origin}/apple-touch-icon.png`,
  appChainIds: [config().chainId],
  // We want no telemetry. It is an inline script, which our content security policy blocks anyway.
  preference: { walletUrl, telemetry: false },
}).getProvider()

/** Methods that open the wallet's window. The SDK or the chain answers all others. */
const WINDOW_METHODS = new Set([
  'wallet_connect',
  'eth_requestAccounts',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
])

/** The window closes this long after its answer (ms). A request sent meanwhile would be lost. */
const CLOSING_MS = 1000
let answeredAt = Number.NEGATIVE_INFINITY

/** Runs a request that opens the window, once the last window has closed and the browser allows another one. */
async function inWindow<T>(ask: () => Promise<T>): Promise<T> {
  const left = answeredAt + CLOSING_MS - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  if (navigator.userActivation?.isActive === false) await waitForPress()
  return ask().finally(() => {
    answeredAt = performance.now()
  })
}

/**
 * The Base Account SDK as a wallet. Browsers open only one window per press, and only shortly after it, so a request that comes later
 * waits for another press.
 */
export const provider: RemoteProvider = {
  async request({ method, params }) {
    const ask = () => sdk.request({ method, params: params as unknown[] })
    const isConnected = method === 'eth_requestAccounts' && ((await sdk.request({ method: 'eth_accounts' })) as string[]).length > 0
    return WINDOW_METHODS.has(method) && !isConnected ? inWindow(ask) : ask()
  },
  on: (event, listener) => void sdk.on(event as 'chainChanged', listener as (payload: string) => void),
  removeListener: (event, listener) => void sdk.removeListener(event as 'chainChanged', listener as (payload: string) => void),
  disconnect: () => sdk.disconnect(),
}
