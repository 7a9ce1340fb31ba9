import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type Address, getAddress } from 'viem'
import type { OwedPayment } from '../../../workers/orders/orders.schema.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { config } from '../../lib/page-data.ts'
import { refreshOwed } from '../../queries/owed.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { chain } from '../../wallet/config.ts'
import { type ReceiverFault, receiverFault } from '../../wallet/receiver.ts'
import { WalletError } from '../../wallet/wallet-error.ts'
import { useTask } from '../../wallet/wallet-task.ts'
import { withdrawalSubject, withdrawOwed } from '../../wallet/withdraw.ts'
import css from './ActionDialog.module.css'
import { EarlierRequest } from './EarlierRequest.tsx'
import { Overdue, OverdueStep } from './Overdue.tsx'
import { tokenAmount } from './token-amount.ts'
import { WalletProblem } from './WalletProblem.tsx'

/** Asks for an address, and withdraws an owed payment to it. */
export default function WithdrawDialog({ payment, onClose }: { payment: OwedPayment; onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const { stage, busy, isOverdue, error, withdraw, clearError } = useWithdrawal(payment, onClose)
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

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!receiver) return focusFirstFault(form)
    void withdraw(receiver)
  }

  return (
    <Dialog
      title={<Trans>Withdraw {amount}</Trans>}
      subtitle={<Trans>The wallet {short} confirms it and pays the network fee.</Trans>}
      onClose={onClose}
      locked={busy && !isOverdue}
      foot={
        <>
          <Steps
            label={t`Progress`}
            steps={[t`Confirm in wallet`, t`Wait for ${network}`]}
            now={busy || error !== null ? stage : -1}
            failed={error !== null}
          />
          {isOverdue && (
            <Overdue waitsFor={stage === 0 ? 'wallet' : 'network'} onClose={onClose}>
              <OverdueStep waitsFor={stage === 0 ? 'wallet' : 'network'} />
            </Overdue>
          )}
          {error !== null && <WalletProblem error={error} onReady={clearError} />}
          <div className={css.buttons}>
            {!busy && <Button onClick={onClose}>{isSent ? <Trans>Close</Trans> : <Trans>Not now</Trans>}</Button>}
            {!isSent && (
              <Button type="submit" form={formId} look="primary" busy={busy}>
                <Trans context="money">Withdraw</Trans>
              </Button>
            )}
          </div>
        </>
      }
    >
      <form id={formId} ref={form} className={css.summary} onSubmit={submit} noValidate>
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

/**
 * Runs a withdrawal: `stage` is 0 until the wallet has answered, then 1 until the transaction is in a block. Then it calls `onDone`, unless
 * the dialog was closed meanwhile.
 */
function useWithdrawal(payment: OwedPayment, onDone: () => void) {
  const { t } = useLingui()
  const { step, busy, isOverdue, error, run, clear } = useTask<number>()

  const withdraw = (to: Address) =>
    run(0, async (enter, signal) => {
      try {
        await withdrawOwed(payment, to, () => enter(1), signal)
      } catch (failure) {
        // Another tab may have withdrawn the payment, or the transaction may get into a block later.
        void refreshOwed()
        throw failure
      }
      const amount = tokenAmount(payment.amount, payment.token)
      toast(t`${amount} withdrawn.`)
      await refreshOwed()
      if (!signal.aborted) onDone()
    })
  return { stage: step ?? 0, busy, isOverdue, error, withdraw, clearError: () => clear() }
}
