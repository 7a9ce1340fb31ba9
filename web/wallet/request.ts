import type { Eip1193 } from './wallet.ts'

/**
 * Why a wallet did not do what it was asked. `rejected`: the person said no. `pending`: an earlier request still waits in the
 * wallet. `chain`: it stays on another network. `locked`: it gave no account. `known`: it gave none but those that are linked already.
 * `failed`: anything else.
 */
export type WalletReason = 'rejected' | 'pending' | 'chain' | 'locked' | 'known' | 'failed'

export class WalletError extends Error {
  override name = 'WalletError'
  readonly reason: WalletReason
  constructor(reason: WalletReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

const USER_REJECTED = 4001
const ALREADY_PENDING = -32002

/** One request to a wallet, its refusals told apart. */
export async function request<T>(provider: Eip1193, method: string, params: unknown[] = []): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code
    throw new WalletError(code === USER_REJECTED ? 'rejected' : code === ALREADY_PENDING ? 'pending' : 'failed', error)
  }
}
