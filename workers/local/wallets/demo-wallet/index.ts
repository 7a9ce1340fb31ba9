import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { walletIcon } from './icons.ts'
import { DemoProvider } from './provider.ts'
import { confirmIn } from './sheet.ts'

/**
 * The demo wallets, bundled into one script that only the local build of the app loads. The chain is at the app's port + 2 (see
 * world/ports.ts), so one build works for worlds on any port.
 */
const RPC_URL = `http://127.0.0.1:${Number(location.port) + 2}`
const CHAIN_ID = 31337
/** In the browser's storage, `no` makes the wallets send one call at a time, as wallets without EIP-5792 do. */
const BATCHES = 'demo-wallet.batches'

/** Announces a wallet (EIP-6963) now and whenever a page asks. */
function announce(account: DemoAccount): void {
  const key = `${account.rdns}.connected`
  const icon = walletIcon(account.role)
  const provider = new DemoProvider(account, {
    rpcUrl: RPC_URL,
    chainId: CHAIN_ID,
    host: location.host,
    batches: () => localStorage.getItem(BATCHES) !== 'no',
    confirm: (description) => confirmIn({ name: account.name, address: account.address, icon }, description),
    permission: {
      get: () => localStorage.getItem(key) === 'yes',
      set: (allowed) => (allowed ? localStorage.setItem(key, 'yes') : localStorage.removeItem(key)),
    },
  })
  const info = Object.freeze({ uuid: crypto.randomUUID(), name: account.name, icon, rdns: account.rdns })
  const detail = Object.freeze({ info, provider: Object.freeze(provider) })
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
}

DEMO_ACCOUNTS.forEach(announce)
