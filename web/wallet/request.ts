import type { Eip1193 } from './wallet.ts'
import { toWalletError } from './wallet-error.ts'

/** Sends one request to a wallet. Throws {@link WalletError}. */
export async function request<T>(provider: Eip1193, method: string, params: unknown[] = []): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T
  } catch (error) {
    throw toWalletError(error)
  }
}

/** How long a wallet may take for an answer that needs no window (ms). A wallet on a phone may need some seconds. */
const SILENT_MS = 5000

/** Sends a request that opens no window. Null if the wallet refuses it, or does not answer in time. */
export async function requestSilently(provider: Eip1193, method: string, params: unknown[] = []): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, SILENT_MS, null))
  return Promise.race([request(provider, method, params).catch(() => null), timeout])
}

/** Whether a wallet already shows this page an account. */
export async function showsAccount(provider: Eip1193, account: string): Promise<boolean> {
  const shown = await requestSilently(provider, 'eth_accounts')
  return Array.isArray(shown) && shown.some((one) => String(one).toLowerCase() === account.toLowerCase())
}
