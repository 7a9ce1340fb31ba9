import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { ProfileBody } from '../../../workers/auth/profiles.schema.ts'
import { PROFILE_LIMITS } from '../../../workers/auth/profiles.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { countries } from '../../lib/country.ts'
import { errorText } from '../../lib/errors.ts'
import { locale } from '../../lib/i18n.ts'
import { useSaveProfile } from '../../queries/save-profile.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextArea, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import { bodyOf, type Draft, faultOf } from './draft.ts'
import css from './profile.module.css'

type Field = keyof ProfileBody
type Faults = Partial<Record<Field, string>>

/** The texts for the server's rules, by field. */
function useFaults() {
  const { t } = useLingui()
  const texts: Record<Field, Record<string, string>> = {
    name: {
      length: t`Please enter a name of 1 to ${PROFILE_LIMITS.name} characters.`,
      characters: t`The name has characters that cannot be seen or that change the order of letters. Please type it again.`,
    },
    title: {
      length: t`The title can have up to ${PROFILE_LIMITS.title} characters.`,
      characters: t`The title has characters that cannot be seen or that change the order of letters. Please type it again.`,
      reserved: t`This title could be mistaken for our team’s. Please choose another.`,
    },
    description: { length: t`The text can have up to ${PROFILE_LIMITS.description} characters.` },
    image: { media: t`Please choose the picture again.` },
    video: {
      video: t`This is not a link to a video on YouTube, Dailymotion or Twitch. Copy it from the address bar of the video’s page.`,
      media: t`Please choose the video again.`,
    },
    country: { country: t`Please choose a country from the list.` },
  }
  return (field: string, rule: string): Faults => {
    const of = texts[field as Field]
    return of ? { [field]: of[rule] ?? errorText(null) } : {}
  }
}

/**
 * Edits the viewer's own profile. `short` asks only for name and title. `picture` is rendered above the fields, `after` beside the
 * button. `video` renders the field for the video below the fields; it gets the error text.
 */
export function ProfileForm({
  draft,
  onDraft,
  onSaved,
  short,
  picture,
  video,
  after,
}: {
  draft: Draft
  onDraft: (draft: Draft) => void
  onSaved?: () => void
  short?: boolean
  picture?: ReactNode
  video?: (fault: string | undefined) => ReactNode
  after?: ReactNode
}) {
  const { t } = useLingui()
  const { form, faults, save, submit, set } = useProfileForm(draft, onDraft, onSaved)
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {picture}
      <TextField
        label={<Trans>Name</Trans>}
        name="name"
        autoComplete="nickname"
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        hint={<Trans>Shown on your listings, orders and messages.</Trans>}
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
        <>
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
          <Country value={draft.country} onChange={(country) => set({ country })} error={faults.country} />
          {video?.(faults.video)}
        </>
      )}
      {save.isError && !Object.keys(faults).length && (
        <p className={css.notice} role="alert">
          <Icon name="warning" />
          <span>
            <Trans>Error Updating Profile ! {errorText(save.error)}</Trans>
          </span>
        </p>
      )}
      <div className={css.save}>
        <Button type="submit" look="primary" wide={Boolean(short)} busy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
        {after}
      </div>
    </form>
  )
}

/** The faults of the form, and saving it. */
function useProfileForm(draft: Draft, onDraft: (draft: Draft) => void, onSaved: (() => void) | undefined) {
  const { t } = useLingui()
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const explain = useFaults()
  const save = useSaveProfile({
    onSuccess: ({ added }) => {
      toast(added ? t`Profile Successfully Added !` : t`Profile Successfully Updated !`)
      onSaved?.()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'name_reserved') {
        const { path } = error.details as { path: 'name' | 'title' }
        return show(path === 'title' ? explain('title', 'reserved') : { name: errorText(error) })
      }
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
    const fault = faultOf(draft)
    show(fault ? explain(fault.field, fault.rule) : {})
    if (!fault) save.mutate(bodyOf(draft))
  }
  const set = (change: Partial<Draft>) => {
    onDraft({ ...draft, ...change })
    setFaults((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in change))))
  }
  return { form, faults, save, submit, set }
}

function Country({ value, onChange, error }: { value: string | null; onChange: (country: string | null) => void; error?: string }) {
  const { t } = useLingui()
  const language = locale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are those of the page's language
  const listed = useMemo(countries, [language])
  return (
    <Select
      label={<Trans>Country</Trans>}
      name="country"
      autoComplete="country"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      hint={<Trans>Filled in from your connection. Change it if it is wrong, or show none.</Trans>}
      error={error}
      options={[['', t`Do not show a country`], ...listed]}
    />
  )
}
