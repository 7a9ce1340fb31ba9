import { Trans } from '@lingui/react/macro'
import { paths } from '../../lib/paths.ts'
import { NavLink } from './NavLink.tsx'

/** The links to lists of listings. */
export function Discover({ onClick }: { onClick?: () => void }) {
  return (
    <>
      <NavLink href={paths.news()} icon="news" onClick={onClick}>
        <Trans>News Feeds</Trans>
      </NavLink>
      <NavLink href={paths.trending()} icon="trend" onClick={onClick}>
        <Trans>Trending</Trans>
      </NavLink>
      <NavLink href={paths.following()} icon="user" onClick={onClick}>
        <Trans>Following</Trans>
      </NavLink>
    </>
  )
}
