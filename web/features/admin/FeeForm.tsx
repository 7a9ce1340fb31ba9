import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { formatBps } from '../../lib/token-format.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import css from './creators-admin.module.css'
import { percentText, readPercent } from './percent.ts'

/** What is wrong with a percentage that was typed, as a text; null if nothing is. `limit` is the highest fee of the contract. */
export function usePercentFault(typed: string, limit: number): string | null {
  const { t } = useLingui()
  const bps = readPercent(typed)
  const highest = formatBps(limit)
  if (bps === null) return t`Enter a percentage from 0 to 100, with two decimals at most.`
  return bps > limit ? t`The contract allows at most ${highest} here.` : null
}

interface Props {
  label: string
  /** The name of the contract, because the page has a form of the same name for each. */
  contract: string
  /** The present fee and the highest one that the contract allows, in basis points. */
  now: number
  limit: number
  onSubmit: (bps: number) => void
}

/** A form for one fee, with the present one as its first value. */
export function FeeForm({ label, contract, now, limit, onSubmit }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(percentText(now))
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const wrong = usePercentFault(typed, limit)
  const fault = wrong ?? (readPercent(typed) === now ? t`This is the present fee.` : null)
  const highest = formatBps(limit)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (fault) focusFirstFault(form)
    else onSubmit(readPercent(typed)!)
  }

  return (
    <form ref={form} className={css.inline} onSubmit={submit} noValidate aria-label={`${contract}: ${label}`}>
      <TextField
        label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isChecked ? fault : null}
        hint={<Trans>At most {highest}.</Trans>}
        after="%"
        inputMode="decimal"
        maxLength={10}
        autoComplete="off"
      />
      <Button type="submit">
        <Trans>Change…</Trans>
      </Button>
    </form>
  )
}
