import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import eventCss from './EventCard.module.css'
import { EventCard } from './EventCard.tsx'
import jobCss from './JobCard.module.css'
import { JobCard } from './JobCard.tsx'

/** The number of cards on the first screen, whose pictures are loaded at once. */
const FIRST_SCREEN = 2

/** Jobs in two columns, or events in a grid. Loaded with the first tab or list that shows jobs or events. */
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
