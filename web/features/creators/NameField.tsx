import { Trans } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './creators.module.css'
import type { useCreatorName } from './use-creator-name.ts'

/** The name of the creator's page, with what the server says about it while it is typed. */
export function NameField({
  value,
  state,
  error,
  onChange,
}: {
  value: string
  state: ReturnType<typeof useCreatorName>
  error: string | null
  onChange: (name: string) => void
}) {
  return (
    <TextField
      name="name"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      label={<Trans>Creator name</Trans>}
      value={value}
      error={error}
      hint={
        <span role="status">
          {error ? null : state.isFree ? (
            <span className={css.free}>
              <Icon name="check" size={16} />
              <Trans>This name is available.</Trans>
            </span>
          ) : state.error ? (
            errorText(state.error)
          ) : state.isChecking ? (
            <Trans>Checking…</Trans>
          ) : (
            <Trans>2 to 20 letters or digits. It is part of the address of your page.</Trans>
          )}
        </span>
      }
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
