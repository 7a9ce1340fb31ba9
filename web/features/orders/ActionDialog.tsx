import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { callData } from '../../../workers/orders/calldata.schema.ts'
import { figuresOf, type Order, type PartyVerb, type Role } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/Toast.tsx'
import { chain } from '../../wallet/config.ts'
import { recordTransaction, rememberTransaction } from '../../wallet/pending.ts'
import { transactionText } from '../../wallet/texts.ts'
import { findPayer, receipt, send, TransactionError } from '../../wallet/transactions.ts'
import css from './ActionDialog.module.css'
import { Ask } from './Ask.tsx'
import { isAsk, percentOf, percentsOf } from './RefundField.tsx'
import { Step } from './Step.tsx'
import { Trouble } from './Wallet.tsx'
import { verbWords } from './words.ts'

interface ActionProps {
  order: Order
  role: Role
  verb: PartyVerb
  onClose: () => void
}

/** Says who gets what before the wallet opens, then does it and waits until it is recorded. */
export default function ActionDialog({ order: newest, role, verb, onClose }: ActionProps) {
  const { t, i18n } = useLingui()
  const [stage, setStage] = useState(0)
  // What was on screen when it was confirmed stays there until it is done.
  const [confirmed, setConfirmed] = useState<Order | null>(null)
  const [error, setError] = useState<unknown>(null)
  const order = confirmed ?? newest
  const busy = confirmed !== null
  const words = verbWords(order, verb)
  const network = chain().name

  const percents = isAsk(verb) ? percentsOf(order, verb) : undefined
  const [typed, setTyped] = useState(() => (percents ? String(Math.floor((percents[0] + percents[1]) / 2)) : ''))
  const percent = percents ? percentOf(typed, percents) : null
  const refund = percent === null ? figuresOf(order, verb)?.[0] : percent * 100
  const trouble = error ?? (percents === null ? new TransactionError('moved') : null)

  const go = async () => {
    setConfirmed(order)
    setError(null)
    setStage(0)
    try {
      const payer = await findPayer([order[role]])
      const hash = await send(payer, { to: order.contract, data: callData(verb, order.order_id, refund) })
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
      setConfirmed(null)
    }
  }

  return (
    <Dialog title={i18n._(words.title)} subtitle={order.title} onClose={onClose} locked={busy}>
      {isAsk(verb) ? (
        <Ask order={order} role={role} verb={verb} typed={typed} onTyped={setTyped} disabled={busy} />
      ) : (
        <div className={css.what}>
          <Step order={order} role={role} verb={verb} />
        </div>
      )}
      <Steps
        label={t`Progress`}
        steps={[t`Confirm in wallet`, t`On ${network}`, t`Recorded`]}
        now={busy || error !== null ? stage : -1}
        failed={error !== null}
      />
      {trouble !== null && <Trouble error={trouble} onReady={() => setError(null)} />}
      <div className={css.buttons}>
        {!busy && (
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        )}
        <Button
          look={verb === 'reject' || verb === 'cancel' ? 'danger' : 'primary'}
          onClick={go}
          busy={busy}
          disabled={isAsk(verb) && percent === null}
        >
          {i18n._(words.button)}
        </Button>
      </div>
    </Dialog>
  )
}
