import type { SavedList } from '../../../workers/listings/saved/lists.schema.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Cover.module.css'

/** Up to three pictures of a list, the first one large; a heart for an empty list. */
export function Cover({ covers }: { covers: SavedList['covers'] }) {
  return (
    <span className={css.cover} data-count={covers.length}>
      {covers.map(({ listingId, picture }) => (
        <Banner key={listingId} card={{ id: listingId, picture }} ratio="auto" sizes="(max-width: 599px) 60vw, 300px" />
      ))}
      {covers.length === 0 && <Icon name="heart" size={28} />}
    </span>
  )
}
