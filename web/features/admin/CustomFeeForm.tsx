import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ContractSettings } from '../../../workers/creators/settings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { formatBps } from '../../lib/token-format.ts'
import { sellerFeesQuery } from '../../queries/contract-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError, TextField } from '../../ui/Field.tsx'
import { AddressField, readAddress } from './AddressField.tsx'
import css from './creators-admin.module.css'
import { usePercentFault } from './FeeForm.tsx'
import { customFeeSetting } from './fee-settings.tsx'
import { readPercent } from './percent.ts'
import type { Setting } from './SettingDialog.tsx'
import { CONTRACT_LABELS } from './setting-call.ts'

interface Props {
  contract: ContractSettings
  /** The highest fee that the contract allows, in basis points. */
  limit: number
  onChange: (setting: Setting) => void
}

/** A form for the custom fee of one seller, with the fee that the seller has now. */
export function CustomFeeForm({ contract, limit, onChange }: Props) {
  const { t } = useLingui()
  const [typedAddress, setTypedAddress] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const seller = readAddress(typedAddress)
  const { data, error, isFetching } = useQuery({ ...sellerFeesQuery(seller ?? ''), enabled: seller !== null })
  const now = data?.fees.find((one) => one.contract === contract.name)
  const bps = readPercent(typed)
  const wrong = usePercentFault(typed, limit)
  const fault = wrong ?? (now?.set && now.feeBps === bps ? t`This is the present fee.` : null)
  const fee = now && formatBps(now.feeBps)
  const name = data?.name

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isValid = seller !== null && now !== undefined && bps !== null && !fault
    // After the change, the same values are a fault, which nobody has asked for.
    setChecked(!isValid)
    if (isValid) onChange(customFeeSetting(contract, seller, now, bps))
    else focusFirstFault(form)
  }

  return (
    <form
      ref={form}
      className={css.inline}
      data-fields="2"
      onSubmit={submit}
      noValidate
      aria-label={`${CONTRACT_LABELS[contract.name]}: ${t`Custom fee of a seller`}`}
    >
      <AddressField
        label={t`Wallet of the seller`}
        value={typedAddress}
        isChecked={isChecked}
        onChange={setTypedAddress}
        hint={
          seller && now ? (
            <>
              {name && <b>{name}: </b>}
              {now.set ? <Trans>The custom fee is {fee} now.</Trans> : <Trans>The default fee of {fee} applies now.</Trans>}
            </>
          ) : null
        }
      />
      <TextField
        label={t`Custom fee`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isChecked ? fault : null}
        after="%"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
      />
      <Button type="submit" busy={seller !== null && isFetching}>
        <Trans>Set…</Trans>
      </Button>
      {error && <FieldError>{errorText(error)}</FieldError>}
    </form>
  )
}
