import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { is } from 'valibot'
import { email } from '../../../workers/auth/credentials.schema.ts'
import { FREELANCE } from '../../../workers/listings/taxonomy.schema.ts'
import { AGES, GENDERS, SPONSORSHIP_LIMITS, type SponsorshipRequest } from '../../../workers/orders/sponsorships.schema.ts'
import { LOCALES } from '../../../workers/shared/locales.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import { countries } from '../../lib/country.ts'
import { errorText } from '../../lib/errors.ts'
import { focusFirstFault } from '../../lib/focus-fault.ts'
import { localName } from '../../lib/i18n.ts'
import { useAddSponsorship } from '../../queries/sponsorships.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Count, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import css from './SponsorDialog.module.css'
import { useGenderNames } from './use-gender-names.ts'

const EMPTY: SponsorshipRequest = {
  contact: '',
  company: '',
  ageFrom: AGES.from,
  ageTo: AGES.to,
  gender: 'any',
  interests: [],
  location: '',
  language: 'any',
  message: '',
}

/** What is wrong with a field, or null. */
type Faults = Partial<Record<'contact' | 'company' | 'ages' | 'message', string>>

/** A request to sponsor Warren: whom to reach, and how the team can answer. */
export default function SponsorDialog({ onClose }: DialogProps) {
  const add = useAddSponsorship()
  return (
    <Dialog
      title={<Trans>Sponsor us</Trans>}
      subtitle={!add.isSuccess && <Trans>Tell us whom you want to reach. We answer by e-mail, and nothing is charged here.</Trans>}
      onClose={onClose}
      locked={add.isPending}
    >
      {add.isSuccess ? (
        <>
          <Notice tone="leaf">
            <Trans>Thank you. We have received your request and will write to you.</Trans>
          </Notice>
          <Button look="primary" wide onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      ) : (
        <Form error={add.error} busy={add.isPending} onSend={add.mutate} />
      )}
    </Dialog>
  )
}

function useFaults(request: SponsorshipRequest): Faults {
  const { t } = useLingui()
  const { contact, company, ageFrom, ageTo, message } = request
  const isAge = (age: number) => Number.isInteger(age) && age >= AGES.from && age <= AGES.to
  return {
    ...(!is(email, contact) && { contact: t`Please enter a valid email address.` }),
    ...(!company.trim() && { company: t`Please enter a name.` }),
    ...(!(isAge(ageFrom) && isAge(ageTo) && ageFrom <= ageTo) && {
      ages: t`Please enter ages from ${AGES.from} to ${AGES.to}, the lower one first.`,
    }),
    ...(characters(cleanLines(message)) > SPONSORSHIP_LIMITS.message && { message: t`This is too long. Please shorten it.` }),
  }
}

function Form({ error, busy, onSend }: { error: Error | null; busy: boolean; onSend: (request: SponsorshipRequest) => void }) {
  const { t } = useLingui()
  const [request, setRequest] = useState(EMPTY)
  const [isSent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const change = (part: Partial<SponsorshipRequest>) => setRequest({ ...request, ...part })
  const faults = useFaults(request)
  const shown = isSent ? faults : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (busy) return
    if (Object.keys(faults).length) focusFirstFault(form)
    else onSend(request)
  }
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <div className={css.pair}>
        <TextField
          name="contact"
          type="email"
          autoComplete="email"
          maxLength={254}
          label={<Trans>E-mail address</Trans>}
          value={request.contact}
          error={shown.contact ?? null}
          onChange={(event) => change({ contact: event.target.value })}
        />
        <TextField
          name="company"
          autoComplete="organization"
          maxLength={SPONSORSHIP_LIMITS.company}
          label={<Trans>Company or name</Trans>}
          value={request.company}
          error={shown.company ?? null}
          onChange={(event) => change({ company: event.target.value })}
        />
      </div>
      <Audience request={request} ageFault={shown.ages ?? null} onChange={change} />
      <Interests chosen={request.interests} onChange={(interests) => change({ interests })} />
      <TextArea
        name="message"
        label={<Trans>What do you have in mind?</Trans>}
        placeholder={t`Optional.`}
        dir="auto"
        value={request.message}
        hint={<Count now={characters(cleanLines(request.message))} of={SPONSORSHIP_LIMITS.message} />}
        error={shown.message ?? null}
        onChange={(event) => change({ message: event.target.value })}
      />
      {error && <Notice tone="rose">{errorText(error)}</Notice>}
      <Button look="primary" wide type="submit" busy={busy}>
        <Trans>Send the request</Trans>
      </Button>
    </form>
  )
}

interface AudienceProps {
  request: SponsorshipRequest
  ageFault: string | null
  onChange: (part: Partial<SponsorshipRequest>) => void
}

/** Age, gender, location and language of the people to reach. */
function Audience({ request, ageFault, onChange }: AudienceProps) {
  const { t } = useLingui()
  const genders = useGenderNames()
  const age = (name: 'ageFrom' | 'ageTo', label: string) => (
    <TextField
      name={name}
      type="number"
      inputMode="numeric"
      min={AGES.from}
      max={AGES.to}
      label={label}
      value={Number.isNaN(request[name]) ? '' : request[name]}
      error={name === 'ageFrom' ? ageFault : null}
      onChange={(event) => onChange({ [name]: event.target.valueAsNumber })}
    />
  )
  return (
    <div className={`${css.pair} ${css.audience}`}>
      {age('ageFrom', t`Age from`)}
      {age('ageTo', t`Age to`)}
      <Select
        label={<Trans>Gender</Trans>}
        value={request.gender}
        options={GENDERS.map((gender) => [gender, genders[gender]] as const)}
        onChange={(event) => onChange({ gender: event.target.value as SponsorshipRequest['gender'] })}
      />
      <Select
        label={<Trans>Language</Trans>}
        value={request.language}
        options={[['any', t`All languages`], ...Object.entries(LOCALES).map(([code, { name }]) => [code, name] as const)]}
        onChange={(event) => onChange({ language: event.target.value })}
      />
      <div className={css.full}>
        <Select
          label={<Trans>Location</Trans>}
          value={request.location}
          options={[['', t`Everywhere`], ...countries()]}
          onChange={(event) => onChange({ location: event.target.value })}
        />
      </div>
    </div>
  )
}

function Interests({ chosen, onChange }: { chosen: string[]; onChange: (interests: string[]) => void }) {
  const isFull = chosen.length >= SPONSORSHIP_LIMITS.interests
  return (
    <details className={css.interests}>
      <summary>{chosen.length ? <Trans>Interests ({chosen.length} chosen)</Trans> : <Trans>Interests (all)</Trans>}</summary>
      <div className={css.pair}>
        {FREELANCE.map(({ id, subs: _, ...label }) => (
          <Checkbox
            key={id}
            label={localName(label)}
            checked={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </details>
  )
}
