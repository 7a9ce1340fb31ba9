import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Hex, zeroAddress } from 'viem'
import { newOrderCall } from '../../../workers/orders/calldata.schema.ts'
import type { Quote } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { recordTransaction, rememberTransaction } from '../../queries/pending-transactions.ts'
import { chain } from '../../wallet/config.ts'
import { checkFunds, findPayer, missingApprovals, receipt, send } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'

/** Surely not paid: it failed, was taken back in the wallet, or what the chain placed holds no payment to the OrderBook. */
const unpaid = (error: unknown) =>
  error instanceof WalletError
    ? error.reason === 'reverted' || error.reason === 'rejected'
    : error instanceof ApiError && (error.code === 'transaction_failed' || error.code === 'transaction_foreign')

/**
 * Pays a quote step by step: approvals where the token needs them, the order, its receipt, its record. `stage` is the running step's
 * index among `steps`; a token's steps have one more than the coin's. `late`: paid, but not yet placed by the chain. `onRaised` is called
 * when the contract refuses because its fees rose since the quote: a new quote names the new ones.
 */
export function usePurchase(onDone: (order: { orderId: string; roomId: string | null }) => void, onRaised: (quote: Quote) => void) {
  const { t } = useLingui()
  const [stage, setStage] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [late, setLate] = useState(false)

  const steps = (token: Hex) => {
    const network = chain().name
    const rest = [t`Confirm in wallet`, t`On ${network}`, t`Order ready`]
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
      setStage(1)
      // The terms are for one wallet; paying from another would make them unequal.
      const payer = await findPayer([account])
      await checkFunds(payer, quote.token, amount)
      for (const approval of await missingApprovals(payer.account, quote.token, amount)) await receipt(await send(payer, approval))
      setStage(first + 1)
      const hash = await send(payer, { to: quote.contract, ...newOrderCall(quote) }).catch((failure: unknown) => {
        if (failure instanceof WalletError && failure.reason === 'fees') onRaised(quote)
        throw failure
      })
      rememberTransaction(hash)
      setStage(first + 2)
      try {
        const mined = await receipt(hash)
        setStage(first + 3)
        const order = await recordTransaction(mined)
        setStage(first + 4)
        onDone(order)
      } catch (failure) {
        // The money is on its way: from here on only what is surely not paid may be told as a failure.
        if (unpaid(failure)) throw failure
        setLate(true)
      }
    })

  const clear = () => {
    setError(null)
    setStage(0)
  }
  return { stage, busy, error, late, steps, pay, clear }
}
