import type { DemoAccount } from './accounts.ts'
import { walletIcon } from './icons.ts'
import { createProvider } from './provider.ts'
import { confirmIn } from './sheet.ts'

/** Put in by the bundler: where the chain is, and who the wallets belong to. */
declare const DEMO_WORLD: { rpcUrl: string; chainId: number; accounts: DemoAccount[] }

/** Announces one wallet (EIP-6963) now and whenever a page asks. */
function announce(account: DemoAccount): void {
  const { rpcUrl, chainId } = DEMO_WORLD
  const key = `${account.rdns}.connected`
  const icon = walletIcon(account.role)
  const provider = createProvider(account, {
    rpcUrl,
    chainId,
    host: location.host,
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

DEMO_WORLD.accounts.forEach(announce)
