import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import { eventDays } from '../../../workers/listings/event-time.schema.ts'
import { toKnownZone } from '../../../workers/listings/time-zones.schema.ts'
import { zoneName } from '../../lib/dates.ts'
import { timeZones } from '../../lib/time-zones.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { TextField } from '../../ui/Field.tsx'
import css from './EditorForm.module.css'
import type { Form } from './editor-types.ts'
import { type EventDraft, endAfter, eventTimes } from './event-draft.ts'

/** Formats `Asia/Tokyo` as `Asia / Tokyo`. */
const readable = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ')

/** The start and end of an event in its time zone, and the choice of that zone. */
export function EventTimes({ form: { draft, set, errorOf } }: { form: Form<EventDraft> }) {
  const { t } = useLingui()
  const zones = useMemo(() => timeZones(), [])
  const find = useCallback(
    (text: string) => {
      const asked = text
        .toLowerCase()
        .replace(/[\s/_]+/g, ' ')
        .trim()
      const all = text === readable(draft.timeZone) || !asked
      return zones
        .filter((zone) => all || zone.toLowerCase().replace(/[/_]/g, ' ').includes(asked))
        .slice(0, all ? undefined : 40)
        .map((zone) => ({ value: zone, text: readable(zone) }))
    },
    [zones, draft.timeZone],
  )
  const { event_date, end_date } = eventTimes(draft)
  const days = event_date !== null && end_date !== null && end_date > event_date ? eventDays(event_date, end_date) : 0
  return (
    <>
      <div className={css.pair}>
        <TextField
          type="datetime-local"
          label={<Trans>Starts</Trans>}
          value={draft.start}
          error={errorOf('event_date')}
          onChange={({ target: { value } }) => {
            // The default end moves with the start; an end that the user chose stays.
            const follows = !draft.end || draft.end === endAfter(draft.start, draft.timeZone)
            set({ start: value, ...(follows && { end: endAfter(value, draft.timeZone) }) })
          }}
        />
        <TextField
          type="datetime-local"
          label={<Trans>Ends</Trans>}
          value={draft.end}
          min={draft.start || undefined}
          error={errorOf('end_date')}
          hint={
            !draft.end ? (
              <Trans>Optional. If empty, the event lasts one day.</Trans>
            ) : days > 1 ? (
              <Plural value={days} one="Lasts # day." other="Lasts # days." />
            ) : undefined
          }
          onChange={(event) => set({ end: event.target.value })}
        />
      </div>
      <Combobox
        label={<Trans>Time zone</Trans>}
        value={{ value: draft.timeZone, text: readable(draft.timeZone) }}
        find={find}
        none={t`No time zone found`}
        hint={zoneName(event_date ?? Math.floor(Date.now() / 1000), toKnownZone(draft.timeZone), 'offset')}
        error={errorOf('timeZone')}
        onChange={(choice) => choice && set({ timeZone: choice.value })}
      />
    </>
  )
}
