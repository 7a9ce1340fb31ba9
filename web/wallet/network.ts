import { request } from './request.ts'
import type { Eip1193 } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

/** Names of the networks that wallets commonly use, by chain id. */
export const NETWORK_NAMES: Record<number, string> = {
  8453: 'Base',
  84532: 'Base Sepolia',
  31337: 'Local chain',
  1: 'Ethereum',
  137: 'Polygon',
  11155111: 'Ethereum Sepolia',
  80001: 'Polygon Mumbai',
}

/** Data for adding a network to a wallet that does not have it. The local chain is never added: only its demo wallets may use it. */
const ADDABLE: Record<number, { rpc: string; explorer: string }> = {
  8453: { rpc: 'https://mainnet.base.org', explorer: 'https://basescan.org' },
  84532: { rpc: 'https://sepolia.base.org', explorer: 'https://sepolia.basescan.org' },
}

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

/** The chain id of the network a wallet is on. Throws {@link WalletError}. */
export const networkOf = async (provider: Eip1193): Promise<number> => Number(await request<string>(provider, 'eth_chainId'))

/**
 * Switches a wallet to a chain, and adds the chain if the wallet does not have it. Throws {@link WalletError}: `pending`, or `chain` if
 * the wallet stays on another network.
 */
export async function switchNetwork(provider: Eip1193, chainId: number): Promise<void> {
  if ((await networkOf(provider)) === chainId) return
  try {
    await request(provider, 'wallet_switchEthereumChain', [{ chainId: toHex(chainId) }]).catch((error: WalletError) => {
      const addable = ADDABLE[chainId]
      // Wallets use different codes for a chain that they do not have, so it is added after every error except these two.
      if (!addable || error.reason === 'rejected' || error.reason === 'pending') throw error
      return request(provider, 'wallet_addEthereumChain', [
        {
          chainId: toHex(chainId),
          chainName: NETWORK_NAMES[chainId],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [addable.rpc],
          blockExplorerUrls: [addable.explorer],
        },
      ])
    })
  } catch (error) {
    // `rejected` would read as if the person had declined the sign-in or the payment.
    throw error instanceof WalletError && error.reason === 'pending' ? error : new WalletError('chain', error)
  }
  if ((await networkOf(provider)) !== chainId) throw new WalletError('chain')
}
