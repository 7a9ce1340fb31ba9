import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import css from './Banner.module.css'
import { Picture } from './Picture.tsx'

const BANNERS = 18

/** A listing's picture in a box of a fixed ratio, or one of the default banners, always the same for a listing. */
export function Banner({
  card,
  ratio,
  ...rest
}: {
  card: Pick<ListingCard, 'id' | 'picture'>
  ratio: string
  sizes: string
  eager?: boolean
}) {
  if (card.picture) return <Picture media={card.picture} alt="" ratio={ratio} {...rest} />
  return <img className={css.art} src={`/art/banner-${(card.id % BANNERS) + 1}.svg`} alt="" style={{ aspectRatio: ratio }} />
}
