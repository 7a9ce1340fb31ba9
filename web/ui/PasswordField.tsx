import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import css from './Field.module.css'
import { TextField } from './Field.tsx'
import { Icon } from './Icon.tsx'

/** A password field with a button to show the text. `autoComplete` tells password managers whether it is the current or a new one. */
export function PasswordField({
  autoComplete,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'after' | 'autoComplete'> & { autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useLingui()
  const [seen, setSeen] = useState(false)
  return (
    <TextField
      {...rest}
      type={seen ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button type="button" className={css.look} aria-label={t`Show the password`} aria-pressed={seen} onClick={() => setSeen(!seen)}>
          <Icon name={seen ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}
