import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { cleanText } from '../../../workers/chat/messages.schema.ts'
import { callData } from '../../../workers/orders/calldata.schema.ts'
import { type Order, type PartyVerb, type Role, refundRange } from '../../../workers/orders/orders.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatBps } from '../../lib/token-format.ts'
import { postMessage } from '../../queries/chat.ts'
import { recordTransaction, rememberTransaction } from '../../queries/pending-transactions.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Count, TextArea } from '../../ui/Field.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { UserText } from '../../ui/UserText.tsx'
import { chain } from '../../wallet/config.ts'
import { transactionText } from '../../wallet/texts.ts'
import { findPayer, receipt, send } from '../../wallet/transactions.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import css from './ActionDialog.module.css'
import { otherName, verbWords } from './order-labels.ts'
import { isAsk, percentOf, percentsOf } from './RefundField.tsx'
import { Ask } from './RefundForm.tsx'
import { Step } from './Step.tsx'
import { Trouble } from './Wallet.tsx'

/** A reason is a sentence at least, and fits a message with what stands before it (characters). */
const MIN_REASON = 10
const MAX_REASON = 1000

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
  const other = otherName(order, role)

  const percents = isAsk(verb) ? percentsOf(order, verb) : undefined
  const [typed, setTyped] = useState('')
  const percent = percents ? percentOf(typed, percents) : null
  const refund = percent === null ? refundRange(order, verb)?.[0] : percent * 100
  const trouble = error ?? (percents === null ? new WalletError('moved') : null)

  // Nothing on chain says why; it is said where both read it, and where there is nobody to read it, it is not asked.
  const asksReason = verb === 'dispute' && order.room !== null
  const [reason, setReason] = useState('')
  const [looked, setLooked] = useState(false)
  const said = cleanText(reason)
  const wrongReason = asksReason && (said.length < MIN_REASON || reason.length > MAX_REASON)
  const field = useRef<HTMLDivElement>(null)
  /** The client id of the message that says why: sent again it is still one. */
  const [message] = useState(() => crypto.randomUUID())
  /** It is done on chain; only the reason is still to be said. */
  const [placed, setPlaced] = useState(false)
  const sayWhy = async () => {
    if (!asksReason) return
    const share = formatBps(refund ?? 0)
    await postMessage(order.room!, message, t`I opened a dispute and ask for a refund of ${share}.\n\n${said}`)
  }

  const go = async () => {
    if (wrongReason) {
      setLooked(true)
      field.current?.querySelector('textarea')?.focus()
      return
    }
    setConfirmed(order)
    setError(null)
    if (!placed) setStage(0)
    try {
      if (!placed) await place()
      await sayWhy()
      toast(i18n._(words.done))
      onClose()
    } catch (failure) {
      setError(failure)
      setConfirmed(null)
    }
  }

  const place = async () => {
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
    setPlaced(true)
  }

  return (
    <Dialog title={i18n._(words.title)} subtitle={order.title && <UserText text={order.title} />} onClose={onClose} locked={busy}>
      {isAsk(verb) ? (
        <Ask order={order} role={role} verb={verb} typed={typed} onTyped={setTyped} disabled={busy || placed}>
          {asksReason && (
            <div ref={field}>
              <TextArea
                label={t`What is not as agreed?`}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                disabled={busy}
                dir="auto"
                error={
                  looked && wrongReason
                    ? reason.length > MAX_REASON
                      ? t`Please use at most ${MAX_REASON} characters.`
                      : t`Please describe what is not as agreed.`
                    : null
                }
                hint={
                  <>
                    <Trans>Sent as your message in the conversation of this order, for {other} to read.</Trans>{' '}
                    <Count now={reason.length} of={MAX_REASON} />
                  </>
                }
              />
            </div>
          )}
        </Ask>
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
          {placed ? <Trans>Send the reason again</Trans> : i18n._(words.button)}
        </Button>
      </div>
    </Dialog>
  )
}
