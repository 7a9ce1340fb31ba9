import { decodeErrorResult, type Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { withdrawCall } from '../../workers/orders/calldata.schema.ts'
import type { OwedPayment } from '../../workers/orders/orders.schema.ts'
import { sendStep } from './send-step.ts'
import { isRevert, reader, receipt } from './transactions.ts'
import { causesOf, WalletError } from './wallet-error.ts'

interface Options {
  /** What its open request is for. */
  subject: string
  /** Called once the wallet has sent the transaction; `mined` is its {@link receipt}. */
  onSent: (hash: Hex, mined: Promise<Hex>) => Promise<void> | void
  /** Aborted once the person has left the dialog. */
  signal: AbortSignal
}

/**
 * Withdraws an owed payment to the address `to`, from the wallet that it is owed to. Resolves once the withdrawal is in a block and `onSent`
 * has ended. Before the wallet opens, it is simulated. Throws {@link WalletError}: `receiver` if the address cannot be paid, `withdrawn` if
 * nothing is owed any more, or what `sendStep` and `receipt` throw.
 */
export async function withdrawOwed(payment: OwedPayment, to: Hex, { subject, onSent, signal }: Options): Promise<void> {
  const { contract, codeHash, wallet, token } = payment
  const data = withdrawCall(token, to)
  await reader()
    .call({ account: wallet, to: contract, data })
    .catch((error: unknown) => {
      const revert = revertOf(error)
      // Without a revert, the chain could not be read. The wallet's own estimate of gas will then show if the call reverts.
      if (revert !== null) throw new WalletError(revert === 'NothingOwed' ? 'withdrawn' : 'receiver', error)
    })
  await sendStep(
    {
      account: wallet,
      subject,
      call: { to: contract, data },
      contract: { address: contract, codeHash },
      signal,
    },
    async (hash) => {
      const mined = receipt(hash)
      await onSent(hash, mined)
      await mined
    },
  )
}

/** The name of the contract's error; empty for a revert that is not the contract's, such as a token's; null for any other failure. */
function revertOf(error: unknown): string | null {
  for (const { data } of causesOf(error)) {
    if (typeof data !== 'string' || !/^0x([0-9a-f]{2}){4,}$/i.test(data)) continue
    try {
      return decodeErrorResult({ abi: orderBookAbi, data: data as Hex }).errorName
    } catch {
      return ''
    }
  }
  return isRevert(error) ? '' : null
}
