import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { chain } from '../../wallet/config.ts'
import css from './Overdue.module.css'

interface OverdueProps {
  /** Who has not answered. */
  waitsFor: 'wallet' | 'network'
  /** What happens after the dialog is closed. */
  children: ReactNode
  /** Not set on a page, which can be left at any time. */
  onClose?: () => void
}

/** Says that a wallet or the network has not answered for a minute; `children` say what happens if the person leaves. */
export function Overdue({ waitsFor, children, onClose }: OverdueProps) {
  const network = chain().name
  return (
    <Notice tone="amber">
      <div className={css.overdue}>
        <p>
          {waitsFor === 'wallet' ? (
            <Trans>
              Your wallet has not answered yet. Open it and look for the request. It may be behind another window, or on your phone.
            </Trans>
          ) : (
            <Trans>The transaction is not confirmed on {network} yet. You do not need to do anything.</Trans>
          )}
        </p>
        <p>{children}</p>
        {onClose && (
          <Button small onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** For a step of an order or a withdrawal, which the contract executes only once. */
export const OverdueStep = ({ waitsFor }: Pick<OverdueProps, 'waitsFor'>) =>
  waitsFor === 'wallet' ? (
    <Trans>You can close this dialog. If you confirm the request later, the result appears here automatically.</Trans>
  ) : (
    <Trans>You can close this dialog. The result appears here automatically.</Trans>
  )
