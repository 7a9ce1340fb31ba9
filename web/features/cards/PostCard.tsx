import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Picture } from '../../ui/Picture.tsx'
import own from './PostCard.module.css'
import css from './ServiceCard.module.css'

/** A post of a creator in a grid of listings: its picture, that of its link, or its words. */
export function PostCard({ post, eager }: { post: Post; eager?: boolean }) {
  return (
    <Entry of={post}>
      <Content post={post} eager={eager} />
    </Entry>
  )
}

function Content({ post, eager }: { post: Post; eager: boolean | undefined }) {
  const { formatDate } = useDates()
  const { title, description, owner, creatorName, media, preview } = post
  const name = owner.name || creatorName
  const picture = media[0] ?? preview?.images[0] ?? null
  // A title that is the beginning of the text would say the same twice.
  const isBeginning = description.startsWith(title.replace(/…$/, ''))
  const words = picture && isBeginning ? description : title
  return (
    <article className={css.card}>
      <div className={css.picture}>
        {picture || !description ? (
          <Picture media={picture} alt="" sizes="(max-width: 599px) 128px, (max-width: 1023px) 45vw, 300px" eager={eager} />
        ) : (
          <p className={own.words} aria-hidden="true" lang={detectLanguage(description)} dir="auto">
            <span>{description}</span>
          </p>
        )}
        <span className={css.category}>
          <Trans>Post</Trans>
        </span>
      </div>
      <div className={css.facts}>
        <p className={css.who}>
          <Avatar name={name} image={owner.image} size={28} />
          <bdi className="cut">{name}</bdi>
        </p>
        <h3 lang={detectLanguage(words)} dir="auto">
          <Link href={paths.post(creatorName, post.pid)}>{words || <Trans>Post</Trans>}</Link>
        </h3>
        {picture && !isBeginning && (
          <p className={css.text} lang={detectLanguage(description)} dir="auto">
            {description}
          </p>
        )}
        <p className="small mute">{formatDate(post.created)}</p>
      </div>
    </article>
  )
}
