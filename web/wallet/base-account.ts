import { createBaseAccountSDK } from '@base-org/account'
import { brand } from '../brand.ts'
import { config } from '../lib/page-data.ts'
import { pressToGoOn } from './press.tsx'
import type { RemoteProvider } from './wallet.ts'

// In the local world the popup is its own: nobody's real wallet is asked, and nothing goes to the network.
const walletUrl =
  import.meta.env.MODE === 'local-world' ? `http://localhost:${Number(location.port) + 4}/base-wallet` : 'https://keys.coinbase.com/connect'

const sdk = createBaseAccountSDK({
  appName: brand.name,
  appLogoUrl: `${location.origin}/apple-touch-icon.png`,
  appChainIds: [config().chainId],
  // Its telemetry is an inline script that our content policy would refuse, and nobody's business.
  preference: { walletUrl, telemetry: false },
}).getProvider()

/** What opens the wallet's window; everything else is answered by the SDK or the chain. */
const OPENS = new Set(['wallet_connect', 'eth_requestAccounts', 'personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'])

/** The window closes itself a moment after its answer, and what it is asked in that moment is lost with it (ms). */
const CLOSING_MS = 1000
let answered = Number.NEGATIVE_INFINITY

async function inWindow<T>(ask: () => Promise<T>): Promise<T> {
  const left = answered + CLOSING_MS - performance.now()
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  if (navigator.userActivation?.isActive === false) await pressToGoOn()
  return ask().finally(() => {
    answered = performance.now()
  })
}

/**
 * The Base Account SDK as a wallet. Browsers open a window only shortly after a press (and one a press), so a request that comes
 * too late for that waits for another press.
 */
export const provider: RemoteProvider = {
  async request({ method, params }) {
    const ask = () => sdk.request({ method, params: params as unknown[] })
    const isConnected = method === 'eth_requestAccounts' && ((await sdk.request({ method: 'eth_accounts' })) as string[]).length > 0
    return OPENS.has(method) && !isConnected ? inWindow(ask) : ask()
  },
  on: (event, listener) => void sdk.on(event as 'chainChanged', listener as (payload: string) => void),
  removeListener: (event, listener) => void sdk.removeListener(event as 'chainChanged', listener as (payload: string) => void),
  disconnect: () => sdk.disconnect(),
}
