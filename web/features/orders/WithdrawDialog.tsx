import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Address, getAddress, type Hex } from 'viem'
import type { OwedPayment } from '../../../workers/orders/orders.schema.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { config } from '../../lib/page-data.ts'
import { refreshOwed } from '../../queries/owed.ts'
import { awaitWithdrawal, withdrawalSubject } from '../../queries/pending-transactions.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { chain } from '../../wallet/config.ts'
import { useOpenRequest } from '../../wallet/open-requests.ts'
import { type ReceiverFault, receiverFault } from '../../wallet/receiver.ts'
import { resumeWithdrawals } from '../../wallet/resume.ts'
import { transactionText } from '../../wallet/texts.ts'
import { isResultUnknown, WalletError } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'
import { withdrawOwed } from '../../wallet/withdraw.ts'
import css from './ActionDialog.module.css'
import { EarlierRequest } from './EarlierRequest.tsx'
import { TransactionFoot } from './TransactionFoot.tsx'
import { tokenAmount } from './token-amount.ts'
import WithdrawalPending from './WithdrawalPending.tsx'

/** Asks for an address, and withdraws an owed payment to it. */
export default function WithdrawDialog({ payment, onClose }: { payment: OwedPayment; onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const withdrawal = useWithdrawal(payment, onClose)
  const { busy, isOverdue, error } = withdrawal
  const to = text.trim()
  const fault = receiverFault(to, [payment.contract, config().orderBook, ...config().tokens.map(({ address }) => address)])
  const faults: Record<ReceiverFault, string> = {
    empty: t`Please enter the address to withdraw to.`,
    format: t`This is not an address. An address is 0x and 40 more characters from 0 to 9 and a to f.`,
    checksum: t`This address contains a typing error. Copy it again.`,
    zero: t`Nobody owns this address. A payment to it is lost. Enter another one.`,
    contract: t`This is the address of a contract, not of a wallet. A payment to it is lost. Enter another one.`,
  }
  const amount = tokenAmount(payment.amount, payment.token)
  const short = shortAddress(payment.wallet)
  const receiver = fault === null ? getAddress(to.toLowerCase()) : null
  const network = chain().name
  const isSent = error instanceof WalletError && error.reason === 'sent'
  const isSentElsewhere = useSentElsewhere(payment, busy || isSent, onClose)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!receiver) return focusFirstFault(form)
    void withdrawal.withdraw(receiver)
  }

  return (
    <Dialog
      title={<Trans>Withdraw {amount}</Trans>}
      subtitle={<Trans>The wallet {short} confirms it and pays the network fee.</Trans>}
      onClose={onClose}
      locked={busy && !isOverdue}
      foot={
        isSentElsewhere ? (
          <div className={css.buttons}>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </div>
        ) : (
          <TransactionFoot transaction={withdrawal} onClose={onClose}>
            {!busy && <Button onClick={onClose}>{isSent ? <Trans>Close</Trans> : <Trans>Not now</Trans>}</Button>}
            {!isSent && (
              <Button type="submit" form={formId} look="primary" busy={busy}>
                <Trans context="money">Withdraw</Trans>
              </Button>
            )}
          </TransactionFoot>
        )
      }
    >
      {isSentElsewhere && <WithdrawalPending payment={payment} />}
      <form id={formId} ref={form} className={css.summary} onSubmit={submit} noValidate hidden={isSentElsewhere}>
        {!busy && !isSent && <EarlierRequest subject={withdrawalSubject(payment)} account={payment.wallet} />}
        <TextField
          label={<Trans>Send to this address</Trans>}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={(isChecked || to.length >= 42) && fault !== null ? faults[fault] : null}
          // On a phone, the field shows only a part of the address.
          hint={
            receiver && (
              <Trans>
                Compare the whole address with your wallet: <b className={css.address}>{receiver}</b>
              </Trans>
            )
          }
          placeholder="0x…"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={busy || isSent}
        />
        <Notice tone="amber">
          <Trans>
            Use an address of your own on {network} that can receive this token. A payment to a wrong address is lost: nobody can bring it
            back.
          </Trans>
        </Notice>
      </form>
    </Dialog>
  )
}

/** Whether another tab or an earlier visit has sent the withdrawal, and its result is not known. Calls `onEnd` once it is. */
function useSentElsewhere(payment: OwedPayment, isOwn: boolean, onEnd: () => void): boolean {
  const isOpen = useOpenRequest(withdrawalSubject(payment), [payment.wallet])?.isSent ?? false
  const isSentElsewhere = isOpen && !isOwn
  const before = useRef(false)
  useEffect(() => {
    if (before.current && !isSentElsewhere) onEnd()
    before.current = isSentElsewhere
  }, [isSentElsewhere, onEnd])
  return isSentElsewhere
}

/**
 * Runs a withdrawal: `stage` is 0 until the wallet has answered, then 1 until the transaction is in a block. Then it calls `onDone`, unless
 * the dialog was closed meanwhile.
 */
function useWithdrawal(payment: OwedPayment, onDone: () => void) {
  const { t, i18n } = useLingui()
  const { step, busy, isOverdue, error, run, clear } = useTask<number>()

  const withdraw = (to: Address) =>
    run(0, async (enter, signal) => {
      try {
        const subject = withdrawalSubject(payment)
        const onSent = (hash: Hex, mined: Promise<Hex>) => {
          enter(1)
          return awaitWithdrawal(hash, mined, subject)
        }
        await withdrawOwed(payment, to, { subject, onSent, signal })
      } catch (failure) {
        // Another tab may have withdrawn the payment, or the transaction may get into a block later.
        void refreshOwed()
        if (isResultUnknown(failure)) void resumeWithdrawals().catch(() => {})
        const isDeclined = failure instanceof WalletError && failure.reason === 'rejected'
        if (signal.aborted && !isDeclined) toast(transactionText(failure, i18n), 'bad')
        throw failure
      }
      const amount = tokenAmount(payment.amount, payment.token)
      toast(t`${amount} withdrawn.`)
      if (!signal.aborted) onDone()
    })
  return { stage: step ?? 0, busy, isOverdue, error, withdraw, clearError: () => clear() }
}
