import { Trans, useLingui } from '@lingui/react/macro'
import { eventDays } from '../../../workers/listings/event-time.schema.ts'
import type { EventCard as Card, Event, EventType, Theme } from '../../../workers/listings/events.schema.ts'
import { LIMITS } from '../../../workers/listings/fields.schema.ts'
import { toKnownZone } from '../../../workers/listings/time-zones.schema.ts'
import { parseUsd } from '../../../workers/shared/usd.schema.ts'
import { ownZone } from '../../lib/dates.ts'
import { saveEvent } from '../../queries/save-listing.ts'
import { TextField } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { EventCard } from '../cards/EventCard.tsx'
import { MediaUploader } from '../uploads/MediaUploader.tsx'
import { CardDescriptionField, Choice, DescriptionField, Part, TitleField, WhereFields } from './CommonFields.tsx'
import { cardBase } from './draft-card.ts'
import { Editor } from './Editor.tsx'
import css from './EditorForm.module.css'
import { EventTimes } from './EventTimes.tsx'
import type { Editing, EditorProps, Form } from './editor-types.ts'
import { type EventDraft, emptyEvent, eventBodyOf, eventDraftOf, eventFaults, eventTimes } from './event-draft.ts'
import { SponsorFields } from './SponsorFields.tsx'
import { ThemeField } from './ThemeField.tsx'

const DAY = 86_400

const EDITING: Editing<EventDraft, Event> = {
  listType: 'events',
  empty: () => emptyEvent(toKnownZone(ownZone())),
  draftOf: eventDraftOf,
  faultsOf: (draft, seller) => eventFaults(draft, seller),
  send: (draft, id, options) => saveEvent(eventBodyOf(draft, id), options),
}

export default function EventForm(props: EditorProps<Event>) {
  const { t } = useLingui()
  const cardOf = (draft: EventDraft): Card => {
    const { event_date, end_date } = eventTimes(draft)
    // Until a start is set, the card shows a date in a week.
    const start = event_date ?? Math.floor(Date.now() / 1000) + 7 * DAY
    const end = Math.max(start, end_date ?? start + DAY)
    const price = draft.paid ? (parseUsd(draft.price) ?? 0) : 0
    const base = cardBase({ ...draft, local: draft.eventType !== 'ONLINE' }, props.viewer, 'events', t`Your title appears here`)
    const event: Card['event'] = {
      ...draft,
      event_date: start,
      end_date: end,
      duration: eventDays(start, end),
      maxAttendees: Number(draft.maxAttendees) || null,
      attendees: 0,
      location: draft.location || null,
    }
    return { ...base, listType: 'events', price, event }
  }
  return (
    <Editor
      {...props}
      editing={EDITING}
      preview={(draft) => <EventCard card={cardOf(draft)} eager />}
      fields={(form) => (
        <>
          <Part title={<Trans>The event</Trans>} text={<Trans>Shown on the home page and in search.</Trans>}>
            <TitleField form={form} listType="events" />
            <CardDescriptionField form={form} optional />
          </Part>
          <Part title={<Trans>When</Trans>}>
            <EventTimes form={form} />
          </Part>
          <Part title={<Trans>Where</Trans>}>
            <Where form={form} />
          </Part>
          <Part title={<Trans>Price and places</Trans>}>
            <PriceAndPlaces form={form} />
          </Part>
          <Part
            title={<Trans>Banner and theme</Trans>}
            text={<Trans>One picture, and the theme of the event’s card and page header.</Trans>}
          >
            <MediaUploader
              value={form.draft.media}
              onChange={(media) => form.set({ media })}
              max={1}
              error={form.errorOf('media')}
              onStatus={(status) => form.setUploadStatus('media', status)}
            />
            <ThemeField value={form.draft.theme} onChange={(theme: Theme) => form.set({ theme })} />
          </Part>
          <Part
            title={<Trans>Main description</Trans>}
            text={<Trans>At least 100 characters: what happens, for whom, and what to bring.</Trans>}
          >
            <DescriptionField form={form} />
          </Part>
          <Part
            title={<Trans>Sponsors</Trans>}
            text={<Trans>People or companies who help to pay for the event, with links. Optional.</Trans>}
          >
            <SponsorFields sponsors={form.draft.sponsors} errorOf={form.errorOf} onChange={(sponsors) => form.set({ sponsors })} />
          </Part>
        </>
      )}
    />
  )
}

function Where({ form }: { form: Form<EventDraft> }) {
  const { t } = useLingui()
  const { draft, set, errorOf } = form
  const types: [EventType, React.ReactNode][] = [
    ['IN_PERSON', <Trans key="in">In person</Trans>],
    ['ONLINE', <Trans key="online">Online</Trans>],
    ['HYBRID', <Trans key="both">Both</Trans>],
  ]
  const online = draft.eventType === 'ONLINE'
  return (
    <>
      <Choice label={t`How people take part`} options={types} value={draft.eventType} onChange={(eventType) => set({ eventType })} />
      {!online && <WhereFields form={form} />}
      <TextField
        label={online ? <Trans>Link to join</Trans> : <Trans>Address</Trans>}
        value={draft.location}
        maxLength={LIMITS.location}
        error={errorOf('location')}
        placeholder={online ? 'https://' : t`House number, street and how to get in`}
        onChange={(event) => set({ location: event.target.value })}
      />
      {draft.location.trim() && (
        <Switch
          label={<Trans>Show it only to attendees</Trans>}
          checked={draft.hide_location}
          onChange={(hide_location) => set({ hide_location })}
        />
      )}
      {draft.location.trim() && draft.hide_location && draft.paid && (
        <p className="small mute">
          <Trans>At a paid event, attendees see it once you have accepted their order. Until then they can cancel for a full refund.</Trans>
        </p>
      )}
    </>
  )
}

function PriceAndPlaces({ form: { draft, set, errorOf } }: { form: Form<EventDraft> }) {
  const { t } = useLingui()
  return (
    <>
      <Choice
        label={t`Price`}
        options={[
          ['free', <Trans key="free">Free</Trans>],
          ['paid', <Trans key="paid">Paid</Trans>],
        ]}
        value={draft.paid ? 'paid' : 'free'}
        onChange={(way) => set({ paid: way === 'paid' })}
      />
      <div className={css.pair}>
        {draft.paid && (
          <TextField
            label={<Trans>Price of a place</Trans>}
            before="$"
            inputMode="decimal"
            value={draft.price}
            error={errorOf('price')}
            hint={<Trans>Attendees pay into escrow within 48 hours of your answer.</Trans>}
            onChange={(event) => set({ price: event.target.value })}
          />
        )}
        <TextField
          label={<Trans>Places</Trans>}
          inputMode="numeric"
          value={draft.maxAttendees}
          error={errorOf('maxAttendees')}
          hint={<Trans>Optional. Leave empty for no limit.</Trans>}
          onChange={(event) => set({ maxAttendees: event.target.value })}
        />
      </div>
    </>
  )
}
