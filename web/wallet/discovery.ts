import { config } from '../lib/page-data.ts'
import { readStored, store } from '../lib/storage.ts'
import { createStore } from '../ui/store.ts'
import type { Eip1193, RemoteProvider, Wallet } from './wallet.ts'

/** Reverse domain names of the local world's demo wallets start with this. */
const DEMO_PREFIX = 'local.warren.'
/** `localStorage['warren.wallets'] = 'all'` allows real wallets in the local world. */
const OPT_IN = 'warren.wallets'
const CHOSEN = 'warren.wallet'
/** The longest wait for a wallet to disconnect (ms). */
const DISCONNECT_MS = 2000

// A real wallet does not have the local world's chain, so only the demo wallets are listed there.
const isListed = (rdns: string) => import.meta.env.MODE !== 'local-world' || rdns.startsWith(DEMO_PREFIX) || readStored(OPT_IN) === 'all'

const found = createStore<Wallet[]>([])
let started = false

/** Adds an announced wallet. The data comes from other code, so it must have the shape of the standard (EIP-6963). */
function onAnnounce(event: Event): void {
  const { info, provider } = ((event as CustomEvent).detail ?? {}) as { info?: Partial<Wallet>; provider?: Eip1193 }
  if (typeof info?.rdns !== 'string' || typeof info.name !== 'string' || typeof provider?.request !== 'function') return
  if (!isListed(info.rdns)) return
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : ''
  const wallet: Wallet = { rdns: info.rdns, name: info.name.slice(0, 40), icon, provider }
  const known = found.get()
  const at = known.findIndex((each) => each.rdns === wallet.rdns)
  if (at < 0) found.set([...known, wallet])
  // A wallet extension that was updated announces itself again; its old provider no longer answers.
  else if (known[at]!.provider !== provider) found.set(known.with(at, wallet))
}

/** Asks the wallets to announce themselves. Those that load later do so on their own. */
export function discover(): void {
  if (!started) addEventListener('eip6963:announceProvider', onAnnounce)
  started = true
  dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The wallets found in this browser so far, for a component that also calls {@link discover}. */
export const useWallets = found.use

/** Reverse domain name of Base Account. */
export const BASE_WALLET = 'app.base.account'
/** Stands for any wallet that is connected by WalletConnect. */
export const WALLET_CONNECT = 'com.walletconnect'

/** Wallets outside the browser. Their code loads with the first request. */
const REMOTE: Record<string, () => Promise<{ provider: RemoteProvider }>> = {
  [BASE_WALLET]: () => import('./base-account.ts'),
  [WALLET_CONNECT]: () => import('./wallet-connect.ts'),
}

/** A wallet of {@link REMOTE}, with an icon drawn from SVG elements. */
function remote(rdns: string, name: string, drawing: string): Wallet {
  const load = async () => (await REMOTE[rdns]!()).provider
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawing}</svg>`
  const provider: Eip1193 = {
    request: async (call) => (await load()).request(call),
    on: (event, listener) => void load().then((loaded) => loaded.on?.(event, listener)),
    removeListener: (event, listener) => void load().then((loaded) => loaded.removeListener?.(event, listener)),
    cancel: () => void load().then((loaded) => loaded.cancel?.()),
  }
  return { rdns, name, icon: `data:image/svg+xml,${encodeURIComponent(svg)}`, provider }
}

const base = remote(
  BASE_WALLET,
  'Base Account',
  '<path fill="#eef1ff" d="M0 0h64v64H0z"/><rect x="17" y="17" width="30" height="30" rx="3" fill="#00f"/>',
)
const walletConnect = remote(
  WALLET_CONNECT,
  'WalletConnect',
  '<path fill="#3b99fc" d="M0 0h64v64H0z"/><path d="M17 26q15-13 30 0M12 33l10 10 10-10 10 10 10-10" fill="none" stroke="#fff" stroke-width="5"/>',
)
/** Wallets that need nothing in the browser. WalletConnect is offered if the operator has a project there. */
export const remoteWallets = (): Wallet[] => [base, ...(config().walletConnect ? [walletConnect] : [])]

/** Ends the page's connection to the wallet used last if it is outside the browser. Never fails; waits {@link DISCONNECT_MS} at most. */
export async function disconnectRemote(): Promise<void> {
  const load = REMOTE[chosenWallet() ?? '']
  const ended = load?.().then(({ provider }) => provider.disconnect())
  await Promise.race([ended?.catch(() => {}), new Promise((resolve) => setTimeout(resolve, DISCONNECT_MS))])
}

/** The wallet used last, by its reverse domain name. */
export const chosenWallet = (): string | null => readStored(CHOSEN)
export const chooseWallet = (rdns: string): void => void store(CHOSEN, rdns)

/** The wallets found in this browser. While there is none, waits up to `patience` ms for one. */
export async function listWallets(patience = 1000): Promise<Wallet[]> {
  discover()
  for (const until = Date.now() + patience; !found.get().length && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return found.get()
}

/** The wallet used last, if it is still there. */
export async function lastWallet(): Promise<Wallet | undefined> {
  const rdns = chosenWallet()
  return [...remoteWallets(), ...(rdns && !REMOTE[rdns] ? await listWallets() : [])].find((wallet) => wallet.rdns === rdns)
}
