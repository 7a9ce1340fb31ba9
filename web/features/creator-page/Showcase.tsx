import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { paths } from '../../lib/paths.ts'
import { profileQuery } from '../../queries/profile.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Backdrop } from './Backdrop.tsx'
import { showcaseTokens } from './page-colors.ts'
import css from './Showcase.module.css'
import { SocialLinks } from './SocialLinks.tsx'
import type { ShownFolio } from './shown-folio.ts'

/** The top of a creator's page: backdrop, title, the person, about, links and `actions`. */
export function Showcase({ folio, actions }: { folio: ShownFolio; actions?: ReactNode }) {
  const { title, about, primary_color, secondary_color } = folio
  return (
    <header className={css.showcase} style={showcaseTokens(primary_color, secondary_color)}>
      <Backdrop folio={folio} />
      <div className={`wrap ${css.text}`}>
        <div className={css.who}>
          <h1 lang={detectLanguage(title)}>
            <bdi>{title}</bdi>
          </h1>
          <Person userId={folio.user_id} />
        </div>
        {about && (
          <p className={css.about} lang={detectLanguage(about)}>
            {about}
          </p>
        )}
        <SocialLinks links={folio} />
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </header>
  )
}

/** The creator with a link to the profile. Nothing for a creator without a name in the profile. */
function Person({ userId }: { userId: number }) {
  const { data } = useQuery(profileQuery(userId))
  if (!data?.profile) return null
  const { name, image } = data.profile
  return (
    <Link className={css.person} href={paths.person(userId)}>
      <Avatar name={name} image={image} size={32} />
      <span>
        <Trans>
          by <bdi>{name}</bdi>
        </Trans>
      </span>
    </Link>
  )
}
