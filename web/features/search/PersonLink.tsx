import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { Creator } from '../../../workers/listings/listings.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './PersonLink.module.css'

/** A person that a search finds: a link to the creator page or profile with picture, name and title. */
export function PersonLink({ person: { user_id, name, title, image, creator }, onClick }: { person: Creator; onClick?: () => void }) {
  return (
    <Link href={creator ? paths.creator(creator) : paths.person(user_id)} {...(onClick && { onClick })}>
      <span className={css.face}>
        <Avatar name={name} image={image} size={44} />
      </span>
      <span className={css.words}>
        <span className={css.name}>
          <bdi className="cut">{name}</bdi>
          {creator && (
            <span className={css.mark}>
              <Trans>Creator</Trans>
            </span>
          )}
        </span>
        {title && (
          <span className="cut small mute">
            <UserText text={title} />
          </span>
        )}
      </span>
    </Link>
  )
}
