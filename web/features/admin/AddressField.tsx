import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { getAddress, type Hex, isAddress } from 'viem'
import { TextField } from '../../ui/Field.tsx'

/** The address that was typed, checksummed; null for any other text, and for a wrong checksum. */
export const readAddress = (typed: string): Hex | null => (isAddress(typed.trim()) ? getAddress(typed.trim()) : null)

interface Props {
  label: ReactNode
  hint?: ReactNode
  value: string
  /** Whether to say what is wrong. */
  isChecked: boolean
  /** What is wrong with a valid address. */
  fault?: string | null
  onChange: (typed: string) => void
}

/** A field for an address. */
export function AddressField({ label, hint, value, isChecked, fault = null, onChange }: Props) {
  const { t } = useLingui()
  const typed = value.trim()
  const text =
    readAddress(typed) !== null
      ? fault
      : /^0x[0-9a-fA-F]{40}$/.test(typed)
        ? t`The upper and lower case letters of this address do not match. Copy it again.`
        : t`This is not an address. An address is 0x and 40 more characters from 0 to 9 and a to f.`
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      error={isChecked ? text : null}
      onChange={(event) => onChange(event.target.value)}
      placeholder="0x…"
      maxLength={60}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  )
}
