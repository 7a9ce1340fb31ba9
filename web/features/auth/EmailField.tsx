import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { TextField } from '../../ui/Field.tsx'

/** An e-mail address. `autoComplete` is `username` where the address signs in, else `email`. */
export function EmailField({
  label,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'name'> & { label?: ReactNode; autoComplete: 'username' | 'email' }) {
  const { t } = useLingui()
  return (
    <TextField {...rest} label={label ?? t`E-mail`} type="email" name="email" autoCapitalize="none" spellCheck={false} maxLength={400} />
  )
}
