import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { encodeFunctionData } from 'viem'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import { type Order, type Role, VERBS, type Verb } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../api.ts'
import { brand } from '../../brand.ts'
import { formatBps } from '../../format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/Toast.tsx'
import { chain } from '../../wallet/config.ts'
import { recordTransaction, rememberTransaction } from '../../wallet/pending.ts'
import { transactionText } from '../../wallet/texts.ts'
import { findPayer, receipt, send } from '../../wallet/transactions.ts'
import css from './ActionDialog.module.css'
import { tokenAmount } from './queries.ts'
import { Trouble } from './Wallet.tsx'
import { otherName, VERB_WORDS } from './words.ts'

/** Says who gets what before the wallet opens, then does it and waits until it is recorded. */
export default function ActionDialog({ order, role, verb, onClose }: { order: Order; role: Role; verb: Verb; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [stage, setStage] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const words = VERB_WORDS[verb]
  const network = chain().name

  const go = async () => {
    setBusy(true)
    setError(null)
    setStage(0)
    try {
      const payer = await findPayer([order[role]])
      const data = encodeFunctionData({ abi: orderBookAbi, functionName: VERBS[verb].call, args: [BigInt(order.order_id)] })
      const hash = await send(payer, { to: order.contract, data })
      rememberTransaction(hash)
      setStage(1)
      const mined = await receipt(hash)
      setStage(2)
      // It is done on chain; where it cannot be told now, the cron tells it within a minute.
      await recordTransaction(mined).catch((failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure
        toast(transactionText(failure, i18n), 'bad')
      })
      toast(i18n._(words.done))
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <Dialog title={i18n._(words.title)} subtitle={order.title} onClose={onClose} locked={busy}>
      <div className={css.what}>
        <Outcome order={order} role={role} verb={verb} />
      </div>
      <Steps
        label={t`Progress`}
        steps={[t`Confirm in wallet`, t`On ${network}`, t`Recorded`]}
        now={busy || error !== null ? stage : -1}
        failed={error !== null}
      />
      {error !== null && <Trouble error={error} onReady={() => setError(null)} />}
      <div className={css.buttons}>
        {!busy && (
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        )}
        <Button look={verb === 'reject' || verb === 'cancel' ? 'danger' : 'primary'} onClick={go} busy={busy}>
          {i18n._(words.button)}
        </Button>
      </div>
    </Dialog>
  )
}

/** Who gets what and when, to the unit. */
function Outcome({ order, role, verb }: { order: Order; role: Role; verb: Verb }): ReactNode {
  const price = tokenAmount(order.price, order.token)
  const gets = tokenAmount(order.sellerGets, order.token)
  const fee = tokenAmount(order.fee, order.token)
  const percent = formatBps(order.feeBps)
  const brandName = brand.name
  const days = order.delivery
  const grace = days + 2
  const other = otherName(order, role) || '—'
  switch (verb) {
    case 'accept':
      return (
        <>
          <p>
            <Trans>
              The {days} days to deliver begin now. Your {gets} stay in escrow until {other} releases them, or 14 days after your delivery.
            </Trans>
          </p>
          <p className="mute">
            <Trans>
              Not delivered after {grace} days, {other} may take everything back.
            </Trans>
          </p>
        </>
      )
    case 'reject':
      return (
        <p>
          <Trans>
            {other} gets the whole {price} back at once. You receive nothing, and no fee is taken. This ends the order.
          </Trans>
        </p>
      )
    case 'cancel':
      return (
        <p>
          <Trans>
            You get the whole {price} back at once. {other} receives nothing, and no fee is taken. This ends the order.
          </Trans>
        </p>
      )
    case 'deliver':
      return (
        <p>
          <Trans>
            {other} then has 14 days to review your work and release {gets} to you. Send the result in the conversation first. If no answer
            comes by then, you may release the payment yourself.
          </Trans>
        </p>
      )
    case 'complete':
      return (
        <>
          <p>
            <Trans>
              {other} receives {gets} at once; the platform fee of {fee} ({percent}) goes to {brandName}.
            </Trans>
          </p>
          <p className="mute">
            <Trans>This ends the order and cannot be undone.</Trans>
          </p>
        </>
      )
    case 'release':
      return (
        <p>
          <Trans>
            {other} did not answer for 14 days. You receive {gets} at once; the platform fee of {fee} ({percent}) is taken. This ends the
            order.
          </Trans>
        </p>
      )
  }
}
