import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import eventCss from './EventCard.module.css'
import { EventCard } from './EventCard.tsx'
import jobCss from './JobCard.module.css'
import { JobCard } from './JobCard.tsx'

/** Cards that are on the first screen, so their pictures must not wait. */
const FIRST_SCREEN = 2

/** Jobs in two columns, or events in a grid. Loaded with the first tab or list that shows some. */
export default function JobAndEventCards({ cards }: { cards: ListingCard[] }) {
  return (
    <div className={cards[0]?.listType === 'jobs' ? jobCss.columns : eventCss.grid}>
      {cards.map((card, i) => {
        if (card.listType === 'jobs') return <JobCard key={card.id} card={card} eager={i < FIRST_SCREEN} />
        return card.listType === 'events' && <EventCard key={card.id} card={card} eager={i < FIRST_SCREEN} />
      })}
    </div>
  )
}
