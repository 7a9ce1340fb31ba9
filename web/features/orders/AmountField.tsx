import { Trans, useLingui } from '@lingui/react/macro'
import { usdText } from '../../../workers/shared/usd.schema.ts'
import { formatUsd } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import css from './PurchaseDialog.module.css'
import type { useCustomPrice } from './use-custom-price.ts'

/** Lets the buyer pay another amount than the price of the plan or bid. */
export function AmountField({ custom, disabled }: { custom: ReturnType<typeof useCustomPrice>; disabled: boolean }) {
  const { t } = useLingui()
  const { text, setText, listPrice, customPrice, fault } = custom
  if (text === null)
    return (
      <div className={css.amount}>
        <Button look="ghost" small onClick={() => setText(usdText(listPrice))} disabled={disabled}>
          <Trans>Change the amount</Trans>
        </Button>
      </div>
    )
  const errors = {
    missing: t`Please enter an amount in dollars.`,
    low: t`Please enter at least 5 dollars.`,
    high: t`Please enter at most 1,000,000 dollars.`,
  }
  const price = formatUsd(listPrice)
  return (
    <div className={css.amount}>
      <TextField
        label={<Trans>Amount in dollars</Trans>}
        inputMode="decimal"
        before="$"
        maxLength={20}
        value={text}
        disabled={disabled}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        error={fault && errors[fault]}
        hint={
          customPrice !== undefined && (
            <Trans>You pay a custom amount instead of {price}. The seller sees both and can decline the order.</Trans>
          )
        }
      />
      <Button look="ghost" small onClick={() => setText(null)} disabled={disabled}>
        <Trans>Back to {price}</Trans>
      </Button>
    </div>
  )
}
