import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Hex, zeroAddress } from 'viem'
import { newOrderCall } from '../../../workers/orders/calldata.schema.ts'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { recordWhenMined } from '../../queries/pending-transactions.ts'
import { chain } from '../../wallet/config.ts'
import { checkFunds, findPayer, missingApprovals, receipt, send } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'

/** Whether it is certain that nothing was paid: the transaction failed, was cancelled in the wallet, or is no payment to the OrderBook. */
const isUnpaid = (error: unknown) =>
  error instanceof WalletError
    ? error.reason === 'reverted' || error.reason === 'rejected'
    : error instanceof ApiError && (error.code === 'transaction_failed' || error.code === 'transaction_foreign')

/**
 * Pays a quote in `steps`: approvals if the token needs them, the order, its receipt, its record; `stage` is the index of the running one.
 * `late`: the payment was sent, but it is not known yet whether it succeeded. `onFeesRaised` gets a quote that the contract refused because
 * the fees have risen since then.
 */
export function usePurchase(onDone: (order: { orderId: string; roomId: string | null }) => void, onFeesRaised: (quote: Quote) => void) {
  const { t } = useLingui()
  const [stage, setStage] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [late, setLate] = useState(false)

  const steps = (token: Hex) => {
    const network = chain().name
    const rest = [t`Confirm in wallet`, t`Wait for ${network}`, t`Order placed`]
    return token === zeroAddress ? [t`Terms`, ...rest] : [t`Terms`, t`Approve`, ...rest]
  }

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const pay = (quote: Quote, account: Hex) =>
    run(async () => {
      const amount = BigInt(quote.amount)
      const first = quote.token === zeroAddress ? 0 : 1
      const payment = { to: quote.contract, ...newOrderCall(quote) }
      setStage(1)
      // The quote is for one account. A payment from another account would not match its terms.
      const payer = await findPayer([account])
      await checkFunds(payer, quote.token, amount)
      for (const approval of await missingApprovals(payer.account, quote.token, amount)) await receipt(await send(payer, approval))
      setStage(first + 1)
      const hash = await send(payer, payment).catch((failure: unknown) => {
        if (failure instanceof WalletError && failure.reason === 'fees') onFeesRaised(quote)
        throw failure
      })
      setStage(first + 2)
      try {
        const order = await recordWhenMined(hash, receipt(hash), () => setStage(first + 3))
        setStage(first + 4)
        onDone(order)
      } catch (failure) {
        // The payment was sent, so it is shown as failed only if that is certain.
        if (isUnpaid(failure)) throw failure
        setLate(true)
      }
    })

  const clear = () => {
    setError(null)
    setStage(0)
  }
  return { stage, busy, error, late, steps, pay, clear }
}
