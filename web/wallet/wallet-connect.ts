import { EthereumProvider } from '@walletconnect/ethereum-provider'
import { WalletConnectModal } from '@walletconnect/modal'
import { brand } from '../brand.ts'
import { config } from '../lib/page-data.ts'
import type { RemoteProvider } from './wallet.ts'

type Connection = Awaited<ReturnType<typeof EthereumProvider.init>>
const projectId = config().walletConnect ?? ''
const { chainId, rpc } = config()

let cached: Promise<Connection> | undefined
/** The connection, with the session of an earlier visit if there is one. It reads the chain through our own server. */
function connection(): Promise<Connection> {
  cached ??= EthereumProvider.init({
    projectId,
    optionalChains: [chainId],
    rpcMap: { [chainId]: new URL(rpc, location.origin).href },
    metadata: { name: brand.name, description: brand.name, url: location.origin, icons: [`${location.origin}/apple-touch-icon.png`] },
    showQrModal: false,
    telemetryEnabled: false,
  })
  // After a failed start (for example while offline), the next call tries again.
  cached.catch(() => {
    cached = undefined
  })
  return cached
}

const rejection = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

/** The longest wait for the dialog (ms). It never opens if the list of wallets it loads is blocked. */
const OPEN_MS = 10_000
const openTimeout = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the dialog of WalletConnect did not open')), OPEN_MS)
  })

let modal: WalletConnectModal | undefined
/** Shows the QR code and, on phones, links to wallet apps. `onClose` runs if the person closes it. Resolves with a function to hide it. */
async function show(uri: string, onClose: () => void): Promise<() => void> {
  modal ??= new WalletConnectModal({ projectId, chains: [`eip155:${chainId}`] })
  const { theme } = document.documentElement.dataset
  modal.setTheme({ ...((theme === 'light' || theme === 'dark') && { themeMode: theme }) })
  await Promise.race([modal.openModal({ uri }), openTimeout()])
  // Our open modal dialog makes everything outside it inert, so the one of WalletConnect needs a modal dialog of its own.
  const host = document.createElement('dialog')
  Object.assign(host.style, { inset: '0', width: '100%', height: '100%', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0' })
  host.style.background = 'none'
  host.setAttribute('aria-label', 'WalletConnect')
  const unsubscribe = modal.subscribeModal(({ open }) => {
    if (!open) onClose()
  })
  host.addEventListener('cancel', (event) => {
    event.preventDefault()
    onClose()
  })
  // Browsers let one Esc close all dialogs that opened since the last press. This handler closes only the one of WalletConnect.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  addEventListener('keydown', onKey, true)
  host.append(...document.querySelectorAll('wcm-modal'))
  document.body.append(host)
  host.showModal()
  return () => {
    unsubscribe()
    removeEventListener('keydown', onKey, true)
    modal?.closeModal()
    document.body.append(...host.childNodes)
    host.remove()
  }
}

/** Ends the wait for a wallet. */
let cancel = () => {}

/** Waits until a wallet has connected by the QR code or a link. Throws code 4001 if the person closes the dialog first. */
async function connect(to: Connection): Promise<void> {
  const { promise: closed, reject } = Promise.withResolvers<never>()
  cancel = () => reject(rejection())
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

/** Translates WalletConnect's codes for a rejection (5000 to 5002) to that of EIP-1193. */
const throwRejection = (error: unknown): never => {
  const { code } = (error ?? {}) as { code?: number }
  throw code !== undefined && code >= 5000 && code <= 5002 ? rejection() : error
}

export const provider: RemoteProvider = {
  async request({ method, params }) {
    const to = await connection()
    if (method === 'eth_requestAccounts' && !to.session) await connect(to).catch(throwRejection)
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return to.accounts
    return to.request({ method, params: params as unknown[] }).catch(throwRejection)
  },
  on: (event, listener) => void connection().then((to) => to.on(event as 'chainChanged', listener as (chain: string) => void)),
  removeListener: (event, listener) =>
    void connection().then((to) => to.removeListener(event as 'chainChanged', listener as (chain: string) => void)),
  cancel: () => cancel(),
  disconnect: async () => (await connection()).disconnect(),
}
