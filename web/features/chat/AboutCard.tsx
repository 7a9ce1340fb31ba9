import type { About } from '../../../workers/chat/messages.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../cards/Price.tsx'
import { SubjectCard } from './SubjectCard.tsx'

/** A link to the listing that a conversation is about. */
export function AboutCard({ about }: { about: About }) {
  const { id, listType, title, lang, price, hourly, picture } = about
  return (
    <SubjectCard
      href={paths.listing(id, title, listType)}
      picture={<Picture media={picture} alt="" sizes="64px" ratio="4 / 3" />}
      title={<span lang={lang}>{title}</span>}
    >
      {listType === 'services' && (
        <span className="small mute">
          <Price micro={price} hourly={hourly} from />
        </span>
      )}
    </SubjectCard>
  )
}
