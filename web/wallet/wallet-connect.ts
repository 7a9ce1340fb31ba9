import { EthereumProvider } from '@walletconnect/ethereum-provider'
import { WalletConnectModal } from '@walletconnect/modal'
import { brand } from '../brand.ts'
import { config } from '../lib/page-data.ts'
import type { RemoteProvider } from './wallet.ts'

type Connection = Awaited<ReturnType<typeof EthereumProvider.init>>
const projectId = config().walletConnect ?? ''
const { chainId, rpc } = config()

let made: Promise<Connection> | undefined
/** The connection, with the session of an earlier visit where there is one. Reads of the chain go through our own server. */
function connection(): Promise<Connection> {
  made ??= EthereumProvider.init({
    projectId,
    optionalChains: [chainId],
    rpcMap: { [chainId]: new URL(rpc, location.origin).href },
    metadata: { name: brand.name, description: brand.name, url: location.origin, icons: [`${location.origin}/apple-touch-icon.png`] },
    showQrModal: false,
    telemetryEnabled: false,
  })
  // What failed for lack of a network may be tried again.
  made.catch(() => {
    made = undefined
  })
  return made
}

const refusal = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

/** The list of wallets it is shown with may be kept from the browser, and then it never opens (ms). */
const OPEN_MS = 10_000
const givenUp = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the dialog of WalletConnect did not open')), OPEN_MS)
  })

let modal: WalletConnectModal | undefined
/** Shows the code and, on phones, the links into wallets; `closed` runs when the person closes it. Answers what takes it away. */
async function show(uri: string, closed: () => void): Promise<() => void> {
  modal ??= new WalletConnectModal({ projectId, chains: [`eip155:${chainId}`] })
  const { theme } = document.documentElement.dataset
  modal.setTheme({ ...((theme === 'light' || theme === 'dark') && { themeMode: theme }) })
  await Promise.race([modal.openModal({ uri }), givenUp()])
  // While a dialog of ours is open everything outside is dead, and lies below it: so it gets one of its own.
  const place = document.createElement('dialog')
  Object.assign(place.style, { inset: '0', width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0' })
  place.style.background = 'none'
  place.setAttribute('aria-label', 'WalletConnect')
  const leave = modal.subscribeModal(({ open }) => {
    if (!open) closed()
  })
  place.addEventListener('cancel', (event) => {
    event.preventDefault()
    closed()
  })
  // Browsers let one Esc close all dialogs that opened by themselves since the last press; this one closes first.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    closed()
  }
  addEventListener('keydown', onKey, true)
  place.append(...document.querySelectorAll('wcm-modal'))
  document.body.append(place)
  place.showModal()
  return () => {
    leave()
    removeEventListener('keydown', onKey, true)
    modal?.closeModal()
    document.body.append(...place.childNodes)
    place.remove()
  }
}

/** Ends the wait there is for a wallet. */
let cancel = () => {}

/** Waits until a wallet somewhere has taken the code; throws 4001 when the person closes it before that. */
async function connect(to: Connection): Promise<void> {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  cancel = () => reject(refusal())
  let shown: Promise<() => void> | undefined
  const onUri = (uri: string) => {
    shown = show(uri, cancel)
    shown.catch(reject)
  }
  to.on('display_uri', onUri)
  try {
    await Promise.race([to.connect(), closed])
  } finally {
    to.removeListener('display_uri', onUri)
    await shown?.then((hide) => hide()).catch(() => modal?.closeModal())
  }
}

/** WalletConnect's codes for a no (5000 to 5002), as EIP-1193 has it. */
const asRefusal = (error: unknown): never => {
  const { code } = (error ?? {}) as { code?: number }
  throw code !== undefined && code >= 5000 && code <= 5002 ? refusal() : error
}

export const provider: RemoteProvider = {
  async request({ method, params }) {
    const to = await connection()
    if (method === 'eth_requestAccounts' && !to.session) await connect(to).catch(asRefusal)
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return to.accounts
    return to.request({ method, params: params as unknown[] }).catch(asRefusal)
  },
  on: (event, listener) => void connection().then((to) => to.on(event as 'chainChanged', listener as (chain: string) => void)),
  removeListener: (event, listener) =>
    void connection().then((to) => to.removeListener(event as 'chainChanged', listener as (chain: string) => void)),
  cancel: () => cancel(),
  disconnect: async () => (await connection()).disconnect(),
}
