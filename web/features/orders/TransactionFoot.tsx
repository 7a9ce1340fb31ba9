import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Steps } from '../../ui/Steps.tsx'
import { chain } from '../../wallet/config.ts'
import css from './ActionDialog.module.css'
import { Overdue, OverdueStep } from './Overdue.tsx'
import { WalletProblem } from './WalletProblem.tsx'

interface TransactionState {
  /** 0 until the wallet has answered, then 1 until the transaction is in a block. */
  stage: number
  busy: boolean
  isOverdue: boolean
  error: unknown
  clearError: () => void
}

interface FootProps {
  transaction: TransactionState
  /** The label of a step after the two of every transaction. */
  lastStep?: string
  /** A reason why the transaction cannot be sent, shown without an error. */
  obstacle?: unknown
  onClose: () => void
  /** The buttons. */
  children: ReactNode
}

/** The foot of a dialog that sends a transaction which the contract executes only once: progress, problems and buttons. */
export function TransactionFoot({ transaction, lastStep, obstacle = null, onClose, children }: FootProps) {
  const { t } = useLingui()
  const { stage, busy, isOverdue, error, clearError } = transaction
  const network = chain().name
  const waitsFor = stage === 0 ? 'wallet' : 'network'
  const problem = error ?? obstacle
  return (
    <>
      <Steps
        label={t`Progress`}
        steps={[t`Confirm in wallet`, t`Wait for ${network}`, ...(lastStep ? [lastStep] : [])]}
        now={busy || error !== null ? stage : -1}
        failed={error !== null}
      />
      {isOverdue && (
        <Overdue waitsFor={waitsFor} onClose={onClose}>
          <OverdueStep waitsFor={waitsFor} />
        </Overdue>
      )}
      {problem !== null && <WalletProblem error={problem} onReady={clearError} />}
      <div className={css.buttons}>{children}</div>
    </>
  )
}
