import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { clearViewed, recentlyViewed } from '../../lib/recently-viewed.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import css from './RecentlyViewed.module.css'

/** The listings that were last opened in this browser, in a row that scrolls; nothing without any. */
export default function RecentlyViewed() {
  const viewer = useViewer()
  const id = viewer === undefined ? undefined : (viewer?.user_id ?? null)
  // Read after the first render, because a server knows nothing of them.
  const [cards, setCards] = useState<ListingCard[]>([])
  useEffect(() => setCards(id === undefined ? [] : recentlyViewed(id)), [id])
  if (!cards.length) return null
  const clear = () => {
    clearViewed()
    setCards([])
  }
  return (
    <section className={css.viewed}>
      <div className={css.head}>
        <h2>
          <Trans>Recently viewed</Trans>
        </h2>
        <Button small look="ghost" onClick={clear}>
          <Trans>Clear</Trans>
        </Button>
      </div>
      <p className="small mute">
        <Trans>Stored in this browser only.</Trans>
      </p>
      <ul className={css.row}>
        {cards.map((card) => (
          <li key={card.id}>
            <ServiceCard card={card} note={<CardNote card={card} />} />
          </li>
        ))}
      </ul>
    </section>
  )
}
