import { request, WalletError } from './request.ts'
import type { Eip1193 } from './wallet.ts'

/** What people call the networks they may meet in a wallet, by chain id. */
export const NETWORK_NAMES: Record<number, string> = {
  8453: 'Base',
  84532: 'Base Sepolia',
  31337: 'Local chain',
  1: 'Ethereum',
  137: 'Polygon',
  11155111: 'Ethereum Sepolia',
  80001: 'Polygon Mumbai',
}

/** What a wallet that does not know one of ours is told of it. The local chain it gets from its own demo wallet. */
const ADDABLE: Record<number, { rpc: string; explorer: string }> = {
  8453: { rpc: 'https://mainnet.base.org', explorer: 'https://basescan.org' },
  84532: { rpc: 'https://sepolia.base.org', explorer: 'https://sepolia.basescan.org' },
}

const hex = (chainId: number) => `0x${chainId.toString(16)}`

/** The network a wallet is on. */
export const networkOf = async (provider: Eip1193): Promise<number> => Number(await request<string>(provider, 'eth_chainId'))

/** Wallets say it in different places: the chain asked for is not among theirs. */
const isUnknown = ({ cause }: WalletError): boolean => {
  const { code, data } = (cause ?? {}) as { code?: unknown; data?: { originalError?: { code?: unknown } } }
  return code === 4902 || data?.originalError?.code === 4902
}

/**
 * Brings a wallet to a chain: asks it to switch where it is elsewhere, and to add the chain where it does not know it. Whatever it
 * declines ends as a {@link WalletError}, `chain` where it stays on another one.
 */
export async function switchNetwork(provider: Eip1193, chainId: number): Promise<void> {
  if ((await networkOf(provider)) === chainId) return
  try {
    await request(provider, 'wallet_switchEthereumChain', [{ chainId: hex(chainId) }]).catch((error: WalletError) => {
      const more = ADDABLE[chainId]
      if (!more || !isUnknown(error)) throw error
      return request(provider, 'wallet_addEthereumChain', [
        {
          chainId: hex(chainId),
          chainName: NETWORK_NAMES[chainId],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [more.rpc],
          blockExplorerUrls: [more.explorer],
        },
      ])
    })
  } catch (error) {
    // Declining the switch is no refusal of what comes next: what helps is to be told of the network.
    throw error instanceof WalletError && error.reason === 'pending' ? error : new WalletError('chain', error)
  }
  if ((await networkOf(provider)) !== chainId) throw new WalletError('chain')
}
