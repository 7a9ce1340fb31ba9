import { Link } from 'wouter'
import type { About } from '../../../workers/chat/messages.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../cards/Price.tsx'
import css from './AboutCard.module.css'

/** A link to the listing that a conversation is about. */
export function AboutCard({ about }: { about: About }) {
  const { id, listType, title, lang, price, hourly, picture } = about
  return (
    <Link className={css.about} href={paths.listing(id, title, listType)}>
      <span className={css.picture}>
        <Picture media={picture} alt="" sizes="64px" ratio="4 / 3" />
      </span>
      <span className={css.what}>
        <b className="cut" lang={lang}>
          {title}
        </b>
        {listType === 'services' && (
          <span className="small mute">
            <Price micro={price} hourly={hourly} from />
          </span>
        )}
      </span>
      <Icon name="right" size={18} />
    </Link>
  )
}
