import type { Address, Hex } from 'viem'
import { forgetRequests, guardPayer, rememberRequest, STEP_SECONDS } from './open-requests.ts'
import { type Call, type ExpectedContract, findPayer, send } from './transactions.ts'
import { isResultUnknown } from './wallet-error.ts'

interface StepCall {
  /** The linked account that sends the transaction. */
  account: Address
  /** What it is for: see `OpenRequest`. */
  subject: string
  call: Call
  /** The contract that is called, if it is not the OrderBook. */
  contract?: ExpectedContract
  /** Aborted once the person has left the dialog; then the wallet opens no further window. */
  signal: AbortSignal
}

/**
 * Sends the transaction of a step, and runs `settle` with its hash. From the request to the wallet until `settle` has ended, the request is
 * stored as open. Throws `WalletError`, or what `settle` throws.
 */
export async function sendStep<T>({ account, subject, call, contract, signal }: StepCall, settle: (hash: Hex) => Promise<T>): Promise<T> {
  const id = crypto.randomUUID()
  const remember = (isSent: boolean) => {
    const at = Math.floor(Date.now() / 1000)
    rememberRequest({ subject, id, account, amount: '', at, until: at + STEP_SECONDS, isSent })
  }
  const payer = guardPayer(await findPayer([account]), signal, () => remember(false))
  let isOpen = false
  try {
    const hash = await send(payer, call, contract)
    remember(true)
    return await settle(hash)
  } catch (error) {
    isOpen = isResultUnknown(error)
    throw error
  } finally {
    if (!isOpen) forgetRequests(subject, id)
  }
}
