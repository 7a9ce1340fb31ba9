import type { SavedList } from '../../../workers/listings/saved/lists.schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import css from './Cover.module.css'

const BANNERS = 18

/** Up to three pictures of a list, the first one large; a heart for an empty list. */
export function Cover({ covers }: { covers: SavedList['covers'] }) {
  return (
    <span className={css.cover} data-count={covers.length}>
      {covers.map(({ listingId, picture }) =>
        picture ? (
          <Picture key={listingId} media={picture} alt="" ratio="auto" sizes="(max-width: 599px) 60vw, 300px" />
        ) : (
          <img key={listingId} className={css.art} src={`/art/banner-${(listingId % BANNERS) + 1}.svg`} alt="" />
        ),
      )}
      {covers.length === 0 && <Icon name="heart" size={28} />}
    </span>
  )
}
