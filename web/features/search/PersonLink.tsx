import { Link } from 'wouter'
import type { Creator } from '../../../workers/listings/listings.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { UserText } from '../../ui/UserText.tsx'
import css from './PersonLink.module.css'

/** A person that a search finds: a link to the profile with picture, name and title. */
export function PersonLink({ person: { user_id, name, title, image }, onClick }: { person: Creator; onClick?: () => void }) {
  return (
    <Link href={paths.person(user_id)} {...(onClick && { onClick })}>
      <span className={css.face}>
        <Avatar name={name} image={image} size={44} />
      </span>
      <span className={css.words}>
        <bdi className="cut">{name}</bdi>
        {title && (
          <span className="cut small mute">
            <UserText text={title} />
          </span>
        )}
      </span>
    </Link>
  )
}
