import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { formatLocalIso, formatLocalTime } from '../../../workers/listings/event-time.schema.ts'
import type { EventCard as Card } from '../../../workers/listings/events.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { localName } from '../../lib/i18n.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { EventTheme } from '../../ui/EventTheme.tsx'
import { Icon } from '../../ui/Icon.tsx'
import '../../ui/icons.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SaveButton } from '../saved/SaveButton.tsx'
import { eventStart, isFull, Ticket, Where } from './card-facts.tsx'
import css from './EventCard.module.css'

/** An event in its theme: time (see eventStart), location, price and host. One link to the event and one to the host. */
export function EventCard(props: Props) {
  return (
    <Entry of={props.card}>
      <Content {...props} />
    </Entry>
  )
}

interface Props {
  card: Card
  eager?: boolean
}

function Content({ card, eager }: Props) {
  const { event, poster } = card
  const dates = useDates()
  const { zone, first, own } = eventStart(event, dates)
  const month = dates.formatDate(event.event_date, 'monthShort', zone)
  const day = Number(formatLocalTime(event.event_date, zone).slice(8, 10))
  return (
    <EventTheme theme={event.theme}>
      <article className={css.card}>
        <div className={css.banner}>
          <Banner card={card} ratio="2 / 1" sizes="(max-width: 599px) 88vw, (max-width: 1023px) 45vw, 400px" eager={eager} />
          <span className={css.category}>{localName(card.categoryLabel)}</span>
          <SaveButton card={card} />
          <span className={css.leaf} aria-hidden="true">
            <small>{month}</small>
            <b className="num">{day}</b>
          </span>
        </div>
        <div className={css.body}>
          <h3 lang={card.lang} dir="auto">
            <Link href={paths.listing(card.id, card.title, 'events')}>{card.title}</Link>
          </h3>
          <p className={css.text} lang={card.lang} dir="auto">
            {card.descriptionPreview}
          </p>
          <ul className={css.facts}>
            <li>
              <Icon name="calendar" size={18} />
              <span>
                <time dateTime={formatLocalIso(event.event_date, zone)}>{first}</time>
                {event.duration > 1 && (
                  <span className="mute">
                    {' · '}
                    <Plural value={event.duration} one="# day" other="# days" />
                  </span>
                )}
                {own && (
                  <span className={css.own}>
                    <Trans>Your time: {own}</Trans>
                  </span>
                )}
              </span>
            </li>
            <li>
              <Icon name={event.eventType === 'ONLINE' ? 'globe' : 'pin'} size={18} />
              <Where event={event} place={card.place} />
            </li>
            <li>
              <Icon name="ticket" size={18} />
              <Ticket event={event} price={card.price} />
              {isFull(event) && (
                <span className="mute">
                  <Trans>All places taken</Trans>
                </span>
              )}
            </li>
          </ul>
          <Link className={css.host} href={paths.person(poster.userId)}>
            <Avatar name={poster.name} image={poster.image} size={28} />
            <bdi className="cut">{poster.name}</bdi>
          </Link>
        </div>
      </article>
    </EventTheme>
  )
}
