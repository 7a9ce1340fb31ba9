import { type Chain, http } from 'viem'
import { base, baseSepolia, foundry } from 'viem/chains'
import { type Config, createConfig } from 'wagmi'
import { connect } from 'wagmi/actions'
import { injected } from 'wagmi/connectors/injected'
import { config as world } from '../lib/page-data.ts'
import { chooseWallet, lastWallet, listWallets } from './discovery.ts'
import type { Wallet } from './wallet.ts'

/** Base in production, its test network in preview, 31337 in the local world. */
const CHAINS: Record<number, Chain> = { [base.id]: base, [baseSepolia.id]: baseSepolia, [foundry.id]: { ...foundry, name: 'Local chain' } }

/** The chain this page works with. */
export function chain(): Chain {
  const found = CHAINS[world().chainId]
  if (!found) throw new Error(`no chain ${world().chainId} is known`)
  return found
}

let cached: Config | undefined

/** wagmi's configuration. It reads the chain through our own server; wallets are connected one by one, when they are used. */
export function wagmi(): Config {
  cached ??= createConfig({
    chains: [chain()],
    connectors: [],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [chain().id]: http(world().rpc, { batch: { batchSize: 20 } }) },
  })
  return cached
}

/** The wallet used last, or the only one in this browser; null if there is none or it is not clear which one. */
export async function findWallet(): Promise<Wallet | null> {
  const last = await lastWallet()
  if (last) return last
  const [only, another] = await listWallets()
  return only && !another ? only : null
}

/** The accounts that a wallet shows this page. The wallet may ask the person first. */
export async function connectWallet(wallet: Wallet): Promise<readonly `0x${string}`[]> {
  const { rdns: id, name, provider } = wallet
  const connector = injected({ target: { id, name, provider: provider as never }, shimDisconnect: false })
  const connected = [...wagmi().state.connections.values()].find((one) => one.connector.id === id)
  if (connected && (await connected.connector.getAccounts()).length) return connected.connector.getAccounts()
  const { accounts } = await connect(wagmi(), { connector })
  chooseWallet(id)
  return accounts
}
