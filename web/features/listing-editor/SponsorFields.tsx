import { Trans, useLingui } from '@lingui/react/macro'
import { LIMITS } from '../../../workers/listings/fields.schema.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import css from './EditorForm.module.css'
import type { SponsorDraft } from './event-draft.ts'

/** Names and links of an event's sponsors. */
export function SponsorFields({
  sponsors,
  onChange,
  errorOf,
}: {
  sponsors: SponsorDraft[]
  onChange: (sponsors: SponsorDraft[]) => void
  errorOf: (field: string) => string | null
}) {
  const { t } = useLingui()
  const set = (key: string, change: Partial<SponsorDraft>) =>
    onChange(sponsors.map((one) => (one.key === key ? { ...one, ...change } : one)))
  // Only sponsors with a name are sent, so the indexes in the faults count only those.
  const named = sponsors.filter(({ name }) => name.trim())
  return (
    <>
      {sponsors.map((one, i) => {
        const at = named.indexOf(one)
        return (
          <div key={one.key} className={css.sponsor}>
            <TextField
              label={<Trans>Name of sponsor {i + 1}</Trans>}
              value={one.name}
              maxLength={LIMITS.sponsorName}
              error={at < 0 ? null : errorOf(`sponsors.${at}.name`)}
              onChange={(event) => set(one.key, { name: event.target.value })}
            />
            <TextField
              label={<Trans>Link of sponsor {i + 1}</Trans>}
              inputMode="url"
              value={one.url}
              placeholder="https://"
              maxLength={500}
              error={at < 0 ? null : errorOf(`sponsors.${at}.url`)}
              onChange={(event) => set(one.key, { url: event.target.value })}
            />
            <IconButton
              icon="trash"
              label={t`Remove sponsor ${i + 1}`}
              onClick={() => onChange(sponsors.filter(({ key }) => key !== one.key))}
            />
          </div>
        )
      })}
      {sponsors.length < LIMITS.sponsors && (
        <div>
          <Button icon="plus" onClick={() => onChange([...sponsors, { key: crypto.randomUUID(), name: '', url: '' }])}>
            <Trans>Add a sponsor</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
