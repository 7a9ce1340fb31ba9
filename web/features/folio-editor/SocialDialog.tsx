import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { safeParse } from 'valibot'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import { LINK_LENGTH, SOCIAL_FIELDS, type SocialLinks, socialMediaRequest } from '../../../workers/creators/social-links.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useSaveSocialLinks } from '../../queries/edit-folio.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import css from './editor.module.css'

type Field = keyof SocialLinks

/** The links of the page to other sites. They are saved on their own, without a new version of the page. */
export function SocialDialog({ folio, onClose }: { folio: Folio; onClose: () => void }) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [links, setLinks] = useState(() => Object.fromEntries(SOCIAL_FIELDS.map((field) => [field, folio[field]])) as SocialLinks)
  const [isChecked, setChecked] = useState(false)
  const save = useSaveSocialLinks(folio.name)
  const checked = safeParse(socialMediaRequest, { name: folio.name, ...links })
  const names: Record<Field, string> = {
    website: t`Website`,
    instagram: 'Instagram',
    twitter: 'X',
    twitch: 'Twitch',
    youtube: 'YouTube',
  }
  const errorOf = (field: Field): string | null => {
    const issue = checked.issues?.find(({ path }) => path?.[0]?.key === field)
    if (!issue || !isChecked) return null
    const network = names[field]
    if (issue.message === 'host') return t`This address is not on ${network}.`
    if (issue.message === 'form') return t`Enter the address of a page on ${network}.`
    return t`Enter a web address, such as https://example.com.`
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (save.isPending) return
    if (!checked.success) {
      // The invalid fields are marked by the next render.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    const { name: _, ...valid } = checked.output
    save.mutate(valid, {
      onSuccess: () => {
        toast(t`Your links have been saved.`)
        onClose()
      },
    })
  }
  return (
    <Dialog
      title={<Trans>Social links</Trans>}
      subtitle={<Trans>They are saved at once, without a new version of the page.</Trans>}
      onClose={onClose}
      locked={save.isPending}
    >
      <form ref={form} className={css.dialogForm} onSubmit={send} noValidate>
        {SOCIAL_FIELDS.map((field) => (
          <TextField
            key={field}
            name={field}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LINK_LENGTH}
            placeholder="https://"
            label={names[field]}
            value={links[field]}
            error={errorOf(field)}
            onChange={(event) => setLinks((old) => ({ ...old, [field]: event.target.value }))}
          />
        ))}
        {save.error && <Notice tone="rose">{errorText(save.error)}</Notice>}
        <Button look="primary" wide type="submit" busy={save.isPending}>
          <Trans>Save the links</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
