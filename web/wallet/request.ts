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
