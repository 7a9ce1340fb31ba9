import type { PaymentToken } from '../../contracts/addresses.ts'

/**
 * How an order is paid:
 * - `direct`: one transaction, because no approval is needed;
 * - `batch`: approval and order in one request to the wallet, which makes both or none (EIP-5792);
 * - `authorization`: a signature (ERC-3009) and one transaction;
 * - `permit`: a signature (EIP-2612) and one transaction;
 * - `approve`: a transaction for the approval, then one for the order.
 */
export type PaymentMethod = 'direct' | 'batch' | 'authorization' | 'permit' | 'approve'

/** What the choice of a method depends on. */
export interface PaymentFacts {
  token: Pick<PaymentToken, 'signatures'>
  /** Whether an approval is missing: the token is not the chain's coin, and the allowance is too low. */
  needsApproval: boolean
  /** Whether the wallet says that it can batch on our chain. */
  canBatch: boolean
  /** Whether the account is a contract. Permits are for plain accounts: EIP-2612 does not support signatures of contracts. */
  isContract: boolean
  /** Methods that failed in this purchase although the wallet seemed to support them. */
  failed: ReadonlySet<PaymentMethod>
}

/** The best method: the fewest windows first, then the fewest transactions. */
export function chooseMethod({ token, needsApproval, canBatch, isContract, failed }: PaymentFacts): PaymentMethod {
  if (!needsApproval) return 'direct'
  if (canBatch && !failed.has('batch')) return 'batch'
  if (token.signatures.includes('authorization') && !failed.has('authorization')) return 'authorization'
  if (token.signatures.includes('permit') && !isContract && !failed.has('permit')) return 'permit'
  return 'approve'
}

/** A wallet's answer to `wallet_getCapabilities`: capabilities by chain id in hex, where 0x0 stands for all chains. */
type Capabilities = Record<string, { atomic?: { status?: unknown } } | null>

/** Whether a wallet's answer to `wallet_getCapabilities` says that it can batch, now or after an upgrade of the account. */
export function saysAtomic(answer: unknown, chainId: number): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const statusOn = (id: number) =>
    Object.entries(answer as Capabilities).find(([key]) => /^0x[0-9a-f]{1,16}$/i.test(key) && Number(key) === id)?.[1]?.atomic?.status
  const status = statusOn(chainId) ?? statusOn(0)
  return status === 'supported' || status === 'ready'
}
