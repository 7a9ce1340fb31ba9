import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { APPLICATION_LIMITS } from '../../../workers/creators/applications.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { brand } from '../../brand.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { useContact } from '../../queries/creator-application.ts'
import { openDialog } from '../../session/dialogs.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailField } from '../auth/EmailField.tsx'
import { type FieldName, findFaults, TAKEN_FOR_GUEST, toRequest } from './application-faults.ts'
import { CheckDialog } from './CheckDialog.tsx'
import css from './creators.module.css'
import { NameField } from './NameField.tsx'
import type { Draft } from './use-application-draft.ts'
import { useCreatorName } from './use-creator-name.ts'
import { WalletField } from './WalletField.tsx'

/** The field that the server refused, if the form has it. */
const refusedField = (error: Error | null): FieldName | null => {
  const path = error instanceof ApiError ? (error.details as { path?: unknown } | undefined)?.path : null
  return path === 'name' || path === 'wallet' ? path : null
}

/** The application to become a creator. A guest fills it in and logs in before sending it. */
export function ApplicationForm({ viewer, draft, onSent }: { viewer: Viewer | null; draft: Draft; onSent: () => void }) {
  const { i18n } = useLingui()
  const contact = useContact(onSent)
  const form = useRef<HTMLFormElement>(null)
  const [isChecked, setChecked] = useState(false)
  const [isListing, setListing] = useState(false)
  const { fields, change } = draft
  const name = useCreatorName(fields.name, viewer?.user_id ?? 0)
  const faults = findFaults(fields, name.reason, viewer === null)
  const refused = refusedField(contact.error)

  const set = (field: FieldName) => (value: string) => {
    if (contact.error) contact.reset()
    change({ [field]: value })
  }
  const errorOf = (field: FieldName): string | null => {
    if (field === refused) return errorText(contact.error)
    // It does not keep a guest from logging in.
    if (field === 'name' && viewer === null && name.reason === 'taken') return i18n._(TAKEN_FOR_GUEST)
    const fault = faults.find((one) => one.field === field)
    // A name is checked while it is typed, but not before there is enough of it.
    const isShown = isChecked || (field === 'name' && fields.name.trim().length > 1)
    return fault && isShown ? i18n._(fault.text) : null
  }
  // The dialog first gives the focus back to the button that opened it.
  const focus = (field: FieldName) => setTimeout(() => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus())

  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (contact.isPending) return
    if (faults.length) return setListing(true)
    if (!viewer) return openDialog('login')
    contact.mutate(toRequest(fields), {
      onError: (error) => {
        const field = refusedField(error)
        if (field) focus(field)
        // The page then shows that application instead of the form.
        if (error instanceof ApiError && error.code === 'application_open') toast(errorText(error), 'bad')
      },
    })
  }

  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate>
      <Introduction isGuest={viewer === null} />
      <PersonFields draft={draft} set={set} errorOf={errorOf} viewer={viewer} />
      <NameField value={fields.name} state={name} error={errorOf('name')} onChange={set('name')} />
      <TextArea
        name="text"
        rows={6}
        dir="auto"
        label={<Trans>About you and what you make</Trans>}
        value={fields.text}
        error={errorOf('text')}
        hint={<Count now={characters(cleanLines(fields.text))} of={APPLICATION_LIMITS.text} />}
        onChange={(event) => set('text')(event.target.value)}
      />
      {contact.error && !refused && (
        <Notice tone="rose">
          {errorText(contact.error)}{' '}
          <Trans>
            If it happens again, <a href={`mailto:${brand.contact}`}>contact support</a>.
          </Trans>
        </Notice>
      )}
      <div className={css.send}>
        <Button look="primary" type="submit" busy={contact.isPending}>
          {viewer ? <Trans>Send the application</Trans> : <Trans>Log in to send</Trans>}
        </Button>
        <p className="small mute">
          <Trans>Only you and our team can read it. You can withdraw it until it is answered.</Trans>
        </p>
      </div>
      {isListing && (
        <CheckDialog
          faults={faults}
          onChoose={(field) => {
            setListing(false)
            focus(field)
          }}
        />
      )}
    </form>
  )
}

function Introduction({ isGuest }: { isGuest: boolean }) {
  return (
    <>
      <p className={css.lead}>
        <Trans>
          Creators get a page of their own on {brand.name}. Tell us who you are and what you make. Our team reads every application.
        </Trans>
      </p>
      {isGuest && (
        <Notice>
          <Trans>You can fill in the form now. To send it, you log in; what you have written stays here.</Trans>
        </Notice>
      )}
    </>
  )
}

interface PersonFieldsProps {
  viewer: Viewer | null
  draft: Draft
  set: (field: FieldName) => (value: string) => void
  errorOf: (field: FieldName) => string | null
}

/** Who applies, and how to reach them. */
function PersonFields({ viewer, draft: { fields }, set, errorOf }: PersonFieldsProps) {
  const { t } = useLingui()
  return (
    <div className={css.pair}>
      <EmailField
        autoComplete="email"
        value={fields.email}
        error={errorOf('email')}
        hint={t`Our team may write to you there.`}
        onChange={(event) => set('email')(event.target.value)}
      />
      <TextField
        name="fullname"
        autoComplete="name"
        maxLength={APPLICATION_LIMITS.fullname}
        dir="auto"
        label={<Trans>Full name</Trans>}
        value={fields.fullname}
        error={errorOf('fullname')}
        onChange={(event) => set('fullname')(event.target.value)}
      />
      <TextField
        name="sns"
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={APPLICATION_LIMITS.sns}
        label={<Trans>Social network</Trans>}
        placeholder="https://"
        value={fields.sns}
        error={errorOf('sns')}
        hint={t`Optional. A page with your works.`}
        onChange={(event) => set('sns')(event.target.value)}
      />
      <WalletField viewer={viewer} value={fields.wallet} error={errorOf('wallet')} onChange={set('wallet')} />
    </div>
  )
}
