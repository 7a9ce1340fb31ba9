import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { username as usernameRule } from '../../../workers/auth/credentials.schema.ts'
import { isNameError } from '../../lib/api-error.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { RULE_TEXTS } from '../../lib/credential-texts.ts'
import { errorText } from '../../lib/errors.ts'
import { useSetUsername } from '../../queries/account.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { UsernameField } from '../auth/UsernameField.tsx'
import { Section } from './Section.tsx'
import { SectionForm } from './SectionForm.tsx'
import css from './settings.module.css'

/** The name shown until the profile has one. After a change, others can take the old username. */
export function Username({ viewer }: { viewer: Viewer }) {
  const [editing, setEditing] = useState(false)
  const { username } = viewer
  return (
    <Section title={<Trans>Username</Trans>} text={<Trans>Shown to others until your profile has a name.</Trans>}>
      {username && (
        <p className={css.fact}>
          <b>{username}</b>
        </p>
      )}
      {editing ? (
        <UsernameForm username={username ?? ''} onDone={() => setEditing(false)} />
      ) : (
        <Button icon={username ? 'pencil' : 'plus'} onClick={() => setEditing(true)}>
          {username ? <Trans>Change username</Trans> : <Trans>Choose a username</Trans>}
        </Button>
      )}
    </Section>
  )
}

function UsernameForm({ username, onDone }: { username: string; onDone: () => void }) {
  const { t, i18n } = useLingui()
  const [name, setName] = useState(username)
  const [rule, setRule] = useState<string | null>(null)
  const save = useSetUsername(() => {
    toast(t`Your username has been saved.`)
    onDone()
  })
  const taken = isNameError(save.error) ? save.error : null
  const check = () => {
    const found = brokenRule(usernameRule, name)
    setRule(found)
    return found && 'username'
  }
  return (
    <SectionForm
      save={<Trans>Save the username</Trans>}
      busy={save.isPending}
      refused={taken ? null : save.error}
      check={check}
      onSave={() => save.mutate(name)}
      onCancel={onDone}
    >
      <UsernameField
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          setRule(null)
          if (taken) save.reset()
        }}
        error={taken ? errorText(taken) : rule && i18n._(RULE_TEXTS[rule]!)}
      />
    </SectionForm>
  )
}
