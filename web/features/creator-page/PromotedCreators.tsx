import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PromotedCreator } from '../../../workers/creators/creators.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { paths } from '../../lib/paths.ts'
import { promotedCreatorsQuery } from '../../queries/promoted-creators.ts'
import { Picture } from '../../ui/Picture.tsx'
import css from './PromotedCreators.module.css'
import { showcaseTokens } from './page-colors.ts'

/** The creators whom the team promotes, in a row that scrolls; nothing without any. */
export default function PromotedCreators() {
  const { data } = useQuery(promotedCreatorsQuery)
  if (!data?.creators.length) return null
  return (
    <section className={`wrap ${css.promoted}`}>
      <h2>
        <Trans>Creators</Trans>
      </h2>
      <ul>
        {data.creators.map((creator) => (
          <li key={creator.user_id}>
            <CreatorCard creator={creator} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The picture, title and name of a creator's page, in its colours. */
function CreatorCard({ creator: { name, title, picture, primary_color, secondary_color } }: { creator: PromotedCreator }) {
  return (
    <Link className={css.card} href={paths.creator(name)} style={showcaseTokens(primary_color, secondary_color)}>
      {picture ? <Picture media={picture} alt="" ratio="16 / 9" sizes="(max-width: 599px) 82vw, 288px" /> : <span className={css.plain} />}
      <span className={css.words}>
        <b className="cut" lang={detectLanguage(title)}>
          {title}
        </b>
        {title !== name && <bdi className="cut small">{name}</bdi>}
      </span>
    </Link>
  )
}
