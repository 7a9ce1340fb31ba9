import { Plural, Trans } from '@lingui/react/macro'
import type { Place } from '../../../workers/listings/base.schema.ts'
import { eventZones, formatLocalTime } from '../../../workers/listings/event-time.schema.ts'
import type { EventTerms } from '../../../workers/listings/events.schema.ts'
import type { JobTerms } from '../../../workers/listings/jobs.schema.ts'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { CURRENCIES, type Salary } from '../../../workers/listings/money.schema.ts'
import { type Dates, useDates } from '../../lib/dates.ts'
import { cachedFormat, formatUsd } from '../../lib/format.ts'
import { placeName } from '../../lib/place-name.ts'
import { Chip } from '../../ui/Chip.tsx'

/** Facts of jobs and events as text: pay, location, time. */

/** Formats a start in a time zone as `Sat, 5 Dec, 18:30`, with the year if it is not the current one there. */
function formatBegin(seconds: number, zone: string, { formatDate }: Dates): string {
  const other = formatLocalTime(seconds, zone).slice(0, 4) !== formatLocalTime(Date.now() / 1000, zone).slice(0, 4)
  return formatDate(seconds, other ? 'beginYear' : 'begin', zone)
}

/**
 * The start of an event for a card. `first` is the time in `zone`, the first of eventZones, with the zone's short name if the event is
 * online or the viewer's local time differs. `own` is the time in the viewer's zone, if that is the second of eventZones, else null.
 */
export function eventStart(event: EventTerms, dates: Dates): { zone: string; first: string; own: string | null } {
  const [{ zone }, second] = eventZones(event, dates.ownZone())
  const at = event.event_date
  const named = second || event.eventType === 'ONLINE'
  return {
    zone,
    first: named ? `${formatBegin(at, zone, dates)}\u00a0${dates.zoneName(at, zone, 'zoneShort')}` : formatBegin(at, zone, dates),
    own: second?.own ? formatBegin(at, second.zone, dates) : null,
  }
}

/** Formats an amount in its currency, without decimals if they are zero. */
function money({ amount, currency }: Salary): string {
  const decimals = CURRENCIES[currency]
  const whole = amount % 10 ** decimals === 0
  const format = cachedFormat(`${currency}${whole}`, (at) => {
    const digits = whole ? 0 : decimals
    return new Intl.NumberFormat(at, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
  })
  return format.format(amount / 10 ** decimals)
}

/** The pay of a job; nothing if the job names none. */
export function Pay({ job }: { job: JobTerms }) {
  if (job.bidBase !== null) return <Trans>Bids from {formatUsd(job.bidBase)}</Trans>
  if (!job.salary) return null
  const sum = money(job.salary)
  return {
    hour: <Trans>{sum} an hour</Trans>,
    day: <Trans>{sum} a day</Trans>,
    week: <Trans>{sum} a week</Trans>,
    month: <Trans>{sum} a month</Trans>,
    year: <Trans>{sum} a year</Trans>,
    project: <Trans>{sum} for the project</Trans>,
  }[job.salary.period]
}

/** Whether all places of an event are taken. */
export const isFull = ({ maxAttendees, attendees }: EventTerms): boolean => maxAttendees !== null && attendees >= maxAttendees

/** The price of an event. */
export function Ticket({ event, price }: { event: EventTerms; price: number }) {
  return event.paid ? <span className="num">{formatUsd(price)}</span> : <Trans>Free</Trans>
}

/** Full-time, or a contract and its length. */
export function JobKind({ job: { jobType, duration } }: { job: JobTerms }) {
  if (jobType === 'FULLTIME') return <Trans>Full-time</Trans>
  if (duration === null) return <Trans>Contract</Trans>
  return <Plural value={duration} one="#-week contract" other="#-week contract" />
}

/** Type, location and pay of a job, each with its icon. */
export function JobFacts({ job, place }: { job: JobTerms; place: Place | null }) {
  return (
    <>
      <Chip icon={job.jobType === 'FULLTIME' ? 'case' : 'file'}>
        <JobKind job={job} />
      </Chip>
      {place ? (
        <Chip icon="pin">{placeName(place)}</Chip>
      ) : (
        <Chip icon="globe">
          <Trans>Remote</Trans>
        </Chip>
      )}
      {(job.bidBase !== null || job.salary) && (
        <Chip icon={job.bidding ? 'gavel' : 'wallet'}>
          <Pay job={job} />
        </Chip>
      )}
    </>
  )
}

/** The location of an event: its city or country, online, or both. */
export function Where({ event, place }: { event: EventTerms; place: Place | null }) {
  if (event.eventType === 'ONLINE' || !place) return <Trans>Online</Trans>
  const name = placeName(place)
  return event.eventType === 'HYBRID' ? <Trans>{name}, or online</Trans> : name
}

/** Replaces the price on the card of a job or an event. */
export function CardNote({ card }: { card: ListingCard }) {
  const dates = useDates()
  if (card.listType === 'jobs') return card.job.bidBase !== null || card.job.salary ? <Pay job={card.job} /> : <Trans>Job</Trans>
  if (card.listType === 'events') return eventStart(card.event, dates).first
  return null
}
