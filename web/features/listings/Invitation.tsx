import { Trans, useLingui } from '@lingui/react/macro'
import type { EventCard } from '../../../workers/listings/events.schema.ts'
import { formatUsd, kept } from '../../numbers.ts'
import { EventLook } from '../../ui/EventLook.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { countryName } from '../profile/country.ts'
import css from './Invitation.module.css'

/** The head of an event's page in small, while it is written. */
export function Invitation({ card: { event, picture, title, place, price, lang } }: { card: EventCard }) {
  const { i18n } = useLingui()
  const day = kept(
    `invitation ${event.timeZone}`,
    (at) =>
      new Intl.DateTimeFormat(at, {
        timeZone: event.timeZone,
        weekday: 'short',
        day: 'numeric',
        month: 'long',
        hour: '2-digit',
        minute: '2-digit',
      }),
  )
  return (
    <EventLook theme={event.theme}>
      {picture && <Picture media={picture} alt="" ratio="16 / 9" sizes="300px" />}
      <div className={css.inside}>
        {event.event_date > 0 && <p className={css.date}>{day.format(event.event_date * 1000)}</p>}
        <h2 lang={lang || undefined}>{title}</h2>
        <p className={css.row}>
          <Icon name={event.eventType === 'ONLINE' ? 'globe' : 'pin'} size={16} />
          {place ? `${place.city[i18n.locale === 'ja' ? 'ja' : 'en']}, ${countryName(place.country)}` : <Trans>Online</Trans>}
        </p>
        <p className={css.row}>
          <strong>{price > 0 ? formatUsd(price) : <Trans>Free</Trans>}</strong>
        </p>
      </div>
    </EventLook>
  )
}
