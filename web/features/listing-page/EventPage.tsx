import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type EventZone, eventZones, formatLocalIso } from '../../../workers/listings/event-time.schema.ts'
import type { Event, EventTerms } from '../../../workers/listings/events.schema.ts'
import { useDates } from '../../lib/dates.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EventTheme } from '../../ui/EventTheme.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Applications } from '../applications/Applications.tsx'
import { ApplyPanel } from '../applications/ApplyPanel.tsx'
import { Ticket, Where } from '../cards/card-facts.tsx'
import css from './EventPage.module.css'
import { Gallery } from './Gallery.tsx'
import { icsOf } from './ics.ts'
import { Byline, explainOwnListing, ListingBreadcrumb, Owner, useOwnership } from './ListingHeader.tsx'
import { ListingLoader } from './ListingLoader.tsx'
import { RichText } from './RichText.tsx'

/** `/events/:id/:slug?` */
export default function EventPage({ params }: PageProps) {
  return (
    <ListingLoader type="events" id={params.id}>
      {(event) => <Shown event={event} />}
    </ListingLoader>
  )
}

/** An event: its header in its own theme, and the rest in the reader’s. */
function Shown({ event: given }: { event: Event }) {
  const { t } = useLingui()
  const { own, asMember } = useOwnership(given)
  // Only attendees see a hidden location, so the view as member has none.
  const event = asMember && given.event.hide_location ? { ...given, event: { ...given.event, location: null } } : given
  return (
    <div className={`wrap ${css.page}`}>
      <ListingBreadcrumb listing={event} />
      <Owner listing={event} />
      <div className={css.cols}>
        <ThemedHeader event={event} />
        <aside className={css.admission} aria-label={t`Places`}>
          <Admission event={event} />
          {!own && <ApplyPanel listing={event} onApply={asMember ? explainOwnListing : undefined} />}
          <Button icon="calendar" onClick={() => downloadIcs(event)}>
            <Trans>Add to calendar</Trans>
          </Button>
        </aside>
        <div className={css.host}>
          <Byline listing={event} />
        </div>
        <section className={css.about}>
          {own && <Applications target={event} waiting={event.waiting ?? 0} />}
          <h2>
            <Trans>About this event</Trans>
          </h2>
          <RichText html={event.description} lang={event.lang} />
          <Sponsors event={event} />
        </section>
      </div>
    </div>
  )
}

/** Pictures, title, times and location in the theme of the event. */
function ThemedHeader({ event }: { event: Event }) {
  return (
    <div className={css.frame}>
      <EventTheme theme={event.event.theme}>
        <div className={css.themed}>
          <div className={css.picture}>
            {event.media.length > 1 ? (
              <Gallery media={event.media} title={event.title} />
            ) : (
              <Banner card={event} ratio="4 / 3" sizes="(max-width: 599px) 88vw, (max-width: 700px) 100vw, 440px" eager />
            )}
          </div>
          <div className={css.head}>
            <h1 lang={event.lang} dir="auto">
              {event.title}
            </h1>
            <When event={event.event} />
            <Place event={event} />
          </div>
        </div>
      </EventTheme>
    </div>
  )
}

/** Whether a text is an http(s) URL without a user name and password, which could imitate another host. */
const isPlainLink = (text: string) => {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  return url !== null && !url.username && !url.password
}

/** The times in the first zone of eventZones with its name, then in the second zone if there is one. */
function When({ event }: { event: EventTerms }) {
  const { formatRange, ownZone, zoneName } = useDates()
  const [first, second] = eventZones(event, ownZone())
  const { event_date, end_date } = event
  const range = ({ zone }: EventZone) => formatRange(event_date, end_date, zone)
  const name = ({ zone }: EventZone) => zoneName(event_date, zone)
  const [zone, other] = [name(first), second && name(second)]
  return (
    <div className={css.fact}>
      <Icon name="calendar" />
      <div>
        <p>
          <time dateTime={formatLocalIso(event_date, first.zone)}>
            <b>{range(first)}</b>
          </time>
        </p>
        <p className="small mute">
          {!second ? zone : first.own ? <Trans>Your time, {zone}</Trans> : <Trans>Time at the location, {zone}</Trans>}
        </p>
        {second && (
          <p className="small mute">
            {second.own ? (
              <Trans>
                Your time: {range(second)}, {other}
              </Trans>
            ) : (
              <Trans>
                Host’s time: {range(second)}, {other}
              </Trans>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

function Place({ event: listing }: { event: Event }) {
  const { event, place } = listing
  const { location } = event
  return (
    <div className={css.fact}>
      <Icon name={event.eventType === 'ONLINE' ? 'globe' : 'pin'} />
      <div>
        <p>
          <b>
            <Where event={event} place={place} />
          </b>
        </p>
        {location !== null ? (
          <p className={css.location}>
            {isPlainLink(location) ? (
              <a dir="ltr" href={location} target="_blank" rel="noopener nofollow ugc">
                {location}
              </a>
            ) : (
              location
            )}
          </p>
        ) : (
          event.hide_location && (
            <p className="small mute">
              <WhenShown event={event} />
            </p>
          )
        )}
      </div>
    </div>
  )
}

/** Says when an attendee sees the hidden location: after the admission or, at a paid event, once the host has accepted the order. */
function WhenShown({ event: { eventType, paid } }: { event: EventTerms }) {
  if (eventType === 'ONLINE') {
    return paid ? (
      <Trans>The link is shown only to attendees, once the host has accepted their order.</Trans>
    ) : (
      <Trans>The link is shown only to attendees.</Trans>
    )
  }
  return paid ? (
    <Trans>The exact location is shown only to attendees, once the host has accepted their order.</Trans>
  ) : (
    <Trans>The exact location is shown only to attendees.</Trans>
  )
}

/** The price, the number of attendees, and the places left. */
function Admission({ event: { event, price } }: { event: Event }) {
  const left = event.maxAttendees === null ? null : Math.max(0, event.maxAttendees - event.attendees)
  return (
    <div className={css.price}>
      <p className={css.big}>
        <Ticket event={event} price={price} />
      </p>
      <p className="mute">
        <Plural value={event.attendees} _0="No attendees yet" one="# attendee" other="# attendees" />
        {left !== null && (
          <>
            {' · '}
            <Plural value={left} _0="no places left" one="# place left" other="# places left" />
          </>
        )}
      </p>
      {event.paid && (
        <p className="small mute">
          <Trans>
            When the host accepts your request, you have 48 hours to pay for your place. The payment is held in escrow. If the host declines
            the order later, you get a full refund.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Sponsors({ event: { sponsors } }: { event: Event }) {
  const { t } = useLingui()
  if (!sponsors.length) return null
  return (
    <div className={css.sponsors}>
      <h2>
        <Trans>Sponsors</Trans>
      </h2>
      <ul aria-label={t`Sponsors`}>
        {sponsors.map(({ name, url }) => (
          <li key={`${name} ${url}`}>
            {url ? (
              <a href={url} target="_blank" rel="noopener nofollow ugc sponsored">
                {name}
              </a>
            ) : (
              name
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Saves the event as a calendar file. */
function downloadIcs(event: Event) {
  const file = new Blob([icsOf(event, location.origin + location.pathname)], { type: 'text/calendar' })
  saveFile(file, `event-${event.id}.ics`)
}
