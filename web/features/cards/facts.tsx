import { Plural, Trans } from '@lingui/react/macro'
import type { Place } from '../../../workers/listings/base.schema.ts'
import { eventZones, formatLocalTime } from '../../../workers/listings/event-time.schema.ts'
import type { EventTerms } from '../../../workers/listings/events.schema.ts'
import type { JobTerms } from '../../../workers/listings/jobs.schema.ts'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { CURRENCIES, type Salary } from '../../../workers/listings/money.schema.ts'
import { formatDate, ownZone, zoneName } from '../../lib/dates.ts'
import { cachedFormat, formatUsd } from '../../lib/format.ts'
import { placeName } from '../../lib/place-name.ts'
import { Chip } from '../../ui/Chip.tsx'

/** Facts of jobs and events in words: how they are paid, where they are, when they begin. */

/** `Sat, 5 Dec, 18:30` on the clock of a zone; with the year where it is another than this one there. */
function formatBegin(seconds: number, zone: string): string {
  const other = formatLocalTime(seconds, zone).slice(0, 4) !== formatLocalTime(Date.now() / 1000, zone).slice(0, 4)
  return formatDate(seconds, other ? 'beginYear' : 'begin', zone)
}

/**
 * When an event begins, for cards: by the clock that leads (see eventZones), with the short name of its zone unless it is sure to be the
 * reader's own; then by theirs, where that differs.
 */
export function beginning(event: EventTerms): { zone: string; first: string; own: string | null } {
  const [{ zone }, second] = eventZones(event, ownZone())
  const at = event.event_date
  const named = second || event.eventType === 'ONLINE'
  return {
    zone,
    first: named ? `${formatBegin(at, zone)} ${zoneName(at, zone, 'zoneShort')}` : formatBegin(at, zone),
    own: second?.own ? formatBegin(at, second.zone) : null,
  }
}

/** An amount in its own currency: whole where it is whole. */
function money({ amount, currency }: Salary): string {
  const decimals = CURRENCIES[currency]
  const whole = amount % 10 ** decimals === 0
  const format = cachedFormat(`${currency}${whole}`, (at) => {
    const digits = whole ? 0 : decimals
    return new Intl.NumberFormat(at, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
  })
  return format.format(amount / 10 ** decimals)
}

/** What a job pays; nothing where that is not told. */
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

/** What an event costs. */
export function Ticket({ event, price }: { event: EventTerms; price: number }) {
  return event.paid ? <span className="num">{formatUsd(price)}</span> : <Trans>Free</Trans>
}

/** Full-time, or a contract and for how long. */
export function JobKind({ job: { jobType, duration } }: { job: JobTerms }) {
  if (jobType === 'FULLTIME') return <Trans>Full-time</Trans>
  if (duration === null) return <Trans>Contract</Trans>
  return <Plural value={duration} one="#-week contract" other="#-week contract" />
}

/** The kind, remote or where, paid how: each with its sign. */
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

/** Where people take part: the place, online, or both. */
export function Where({ event, place }: { event: EventTerms; place: Place | null }) {
  if (event.eventType === 'ONLINE' || !place) return <Trans>Online</Trans>
  const name = placeName(place)
  return event.eventType === 'HYBRID' ? <Trans>{name}, or online</Trans> : name
}

/** What stands on a card of any kind in place of a service's price. */
export function CardNote({ card }: { card: ListingCard }) {
  if (card.listType === 'jobs') return card.job.bidBase !== null || card.job.salary ? <Pay job={card.job} /> : <Trans>Job</Trans>
  if (card.listType === 'events') return beginning(card.event).first
  return null
}
