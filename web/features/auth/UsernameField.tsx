import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { TextField } from '../../ui/Field.tsx'

/** A username. The hint is the rule for usernames; an error replaces it. */
export function UsernameField({ error, ...rest }: Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'name' | 'hint'>) {
  const { t } = useLingui()
  return (
    <TextField
      {...rest}
      label={t`Username`}
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      error={error}
      hint={!error && t`4 to 21 letters, digits or underscores`}
    />
  )
}
