import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { getPictureId } from '../../../workers/uploads/media.schema.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import '../../ui/icons.ts'
import { listingQuery } from '../../queries/listing.ts'
import css from './CardPictures.module.css'

/** The other pictures of a card, one at a time. The first press loads the whole listing, which the listing's page can then use. */
export default function CardPictures({ card: { id, listType, title, pictures } }: { card: ListingCard }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const { data } = useQuery({ ...listingQuery(listType, id), enabled: at > 0 })
  const shown = at > 0 && data?.media.filter((media) => getPictureId(media) !== null)[at]
  const turn = (by: number) => setAt((at + by + pictures) % pictures)
  return (
    <>
      {shown && (
        <span className={css.shown}>
          <Picture key={shown.id} media={shown} alt="" sizes="(max-width: 1023px) 45vw, 300px" eager />
        </span>
      )}
      <span className={css.turn}>
        <IconButton icon="left" label={t`Previous picture of ${title}`} onClick={() => turn(-1)} />
        <IconButton icon="right" label={t`Next picture of ${title}`} onClick={() => turn(1)} />
      </span>
      <span className={`num ${css.count}`} role="status">
        {at + 1} / {pictures}
      </span>
    </>
  )
}
