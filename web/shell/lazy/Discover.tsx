import { Trans } from '@lingui/react/macro'
import { paths } from '../../lib/paths.ts'
import { Place } from './Place.tsx'

/** The links to lists of listings. */
export function Discover({ onClick }: { onClick?: () => void }) {
  return (
    <>
      <Place href={paths.news()} icon="news" onClick={onClick}>
        <Trans>News Feeds</Trans>
      </Place>
      <Place href={paths.trending()} icon="trend" onClick={onClick}>
        <Trans>Trending</Trans>
      </Place>
      <Place href={paths.following()} icon="heart" onClick={onClick}>
        <Trans>Following</Trans>
      </Place>
    </>
  )
}
