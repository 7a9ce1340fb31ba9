import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { safeParse } from 'valibot'
import { PROFILE_LIMITS, type Profile, type ProfileFields, profileFields } from '../../../workers/auth/users.schema.ts'
import { ApiError } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/Toast.tsx'
import css from './auth.module.css'
import { saveProfile } from './queries.ts'

type Draft = ProfileFields
type Faults = Partial<Record<keyof Draft, string>>

export const draftOf = (profile: Profile | null): Draft => ({
  name: profile?.name ?? '',
  title: profile?.title ?? '',
  description: profile?.description ?? '',
  image: profile?.image ?? null,
})

/** The rules of the server, in words, at their fields. */
function useFaults() {
  const { t } = useLingui()
  const texts: Record<keyof Draft, Record<string, string>> = {
    name: {
      length: t`Please give a name of 1 to ${PROFILE_LIMITS.name} characters.`,
      characters: t`The name has characters that cannot be seen or that change the order of letters. Please type it again.`,
    },
    title: {
      length: t`The title can have up to ${PROFILE_LIMITS.title} characters.`,
      characters: t`The title has characters that cannot be seen or that change the order of letters. Please type it again.`,
    },
    description: { length: t`The text can have up to ${PROFILE_LIMITS.description} characters.` },
    image: { media: t`Please choose the picture again.` },
  }
  return (field: string, rule: string): Faults => {
    const of = texts[field as keyof Draft]
    return of ? { [field]: of[rule] ?? errorText(null) } : {}
  }
}

/**
 * Edits one's own profile. `short` asks for the name and title only; what else there is stays as it is. `picture` is put above the
 * fields. `onDraft` hears every change, `onSaved` the end.
 */
export function ProfileForm({
  draft,
  onDraft,
  onSaved,
  short,
  picture,
  after,
}: {
  draft: Draft
  onDraft: (draft: Draft) => void
  onSaved?: () => void
  short?: boolean
  picture?: ReactNode
  after?: ReactNode
}) {
  const { t } = useLingui()
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const explain = useFaults()
  const save = useMutation({
    mutationFn: saveProfile,
    onSuccess: ({ added }) => {
      toast(added ? t`Profile Successfully Added !` : t`Profile Successfully Updated !`)
      onSaved?.()
    },
    onError: (error) => {
      const { path = '', rule = '' } = (error instanceof ApiError && error.code === 'invalid_body' ? error.details : {}) as Record<
        string,
        string
      >
      show(explain(path.replace('profile.', ''), rule))
    },
  })

  function show(found: Faults) {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = safeParse(profileFields, draft)
    if (checked.success) {
      setFaults({})
      save.mutate(checked.output)
    } else {
      const issue = checked.issues[0]
      show(explain(String(issue.path?.[0]?.key), issue.message))
    }
  }
  const set = (change: Partial<Draft>) => {
    onDraft({ ...draft, ...change })
    setFaults((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in change))))
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {picture}
      <TextField
        label={<Trans>Name</Trans>}
        name="name"
        autoComplete="nickname"
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        hint={<Trans>As others shall call you. It stands on your listings, orders and messages.</Trans>}
        error={faults.name}
        required
      />
      <TextField
        label={<Trans context="of a person">Title</Trans>}
        name="title"
        autoComplete="organization-title"
        placeholder={t`Illustrator, translator, carpenter…`}
        value={draft.title}
        onChange={(event) => set({ title: event.target.value })}
        error={faults.title}
      />
      {!short && (
        <div className={css.long}>
          <TextArea
            label={<Trans>About you</Trans>}
            name="description"
            placeholder={t`What you do best, for whom, and how you like to work.`}
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
            error={faults.description}
          />
        </div>
      )}
      {save.isError && !Object.keys(faults).length && (
        <p className={css.notice} role="alert" data-bad>
          <Icon name="warning" />
          <span>
            <Trans>Error Updating Profile !</Trans> {errorText(save.error)}
          </span>
        </p>
      )}
      <div className={css.save}>
        <Button type="submit" look="primary" busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
        {after}
      </div>
    </form>
  )
}
