import { createStore } from '../ui/store.ts'

/** What every browser wallet offers (EIP-1193). */
export interface Eip1193 {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (payload: never) => void) => void
  removeListener?: (event: string, listener: (payload: never) => void) => void
}

/** A wallet that made itself known (EIP-6963). */
export interface Wallet {
  /** Reverse domain name, the same with every visit: `io.metamask`. */
  rdns: string
  name: string
  /** data: URL of a picture. */
  icon: string
  provider: Eip1193
}

/** Demo wallets of the local world. */
const DEMO = 'local.warren.'
/** `localStorage['warren.wallets'] = 'all'` lets real wallets into the local world, for who wants to try one there. */
const OPT_IN = 'warren.wallets'
const CHOSEN = 'warren.wallet'

// In the local world a real wallet would be asked to sign for a chain it cannot know: only the demo wallets are taken.
const welcome = (rdns: string) => import.meta.env.MODE !== 'local-world' || rdns.startsWith(DEMO) || localStorage.getItem(OPT_IN) === 'all'

const found = createStore<Wallet[]>([])
let started = false

/** Whatever announces itself is somebody else's code: taken only in the shape the standard gives it. */
function take(event: Event): void {
  const { info, provider } = ((event as CustomEvent).detail ?? {}) as { info?: Partial<Wallet>; provider?: Eip1193 }
  if (typeof info?.rdns !== 'string' || typeof info.name !== 'string' || typeof provider?.request !== 'function') return
  if (!welcome(info.rdns)) return
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : ''
  const wallet: Wallet = { rdns: info.rdns, name: info.name.slice(0, 40), icon, provider }
  const known = found.get()
  const at = known.findIndex((each) => each.rdns === wallet.rdns)
  if (at < 0) found.set([...known, wallet])
  // A wallet that was updated under the open page announces itself anew: the old provider is dead then.
  else if (known[at]!.provider !== provider) found.set(known.with(at, wallet))
}

/** Asks the wallets to announce themselves; those that load later do it unasked. */
export function discover(): void {
  if (!started) addEventListener('eip6963:announceProvider', take)
  started = true
  dispatchEvent(new Event('eip6963:requestProvider'))
}

/** The wallets found so far, for a component that also calls {@link discover}. */
export const useWallets = found.use

/** The Base wallet's name of itself. */
export const BASE_WALLET = 'app.base.account'

/** The wallet used last, by its reverse domain name. */
export const chosenWallet = (): string | null => localStorage.getItem(CHOSEN)
export const chooseWallet = (wallet: Wallet): void => localStorage.setItem(CHOSEN, wallet.rdns)

/** The wallets there are now; waits for late ones up to `patience` ms while there is none. */
export async function listWallets(patience = 1000): Promise<Wallet[]> {
  discover()
  for (const until = Date.now() + patience; !found.get().length && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return found.get()
}
