import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { useViewer } from '../../session/viewer.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MoreButton } from '../chat/MoreButton.tsx'
import { RichText } from '../listing-page/RichText.tsx'
import { LinkCard } from './LinkCard.tsx'
import { PostActions } from './PostActions.tsx'
import { PostFiles } from './PostFiles.tsx'
import css from './PostView.module.css'

const HiddenNote = lazyComponent(() => import('./HiddenNote.tsx'), ['posts'])
const PostMenu = lazyComponent(() => import('./PostMenu.tsx'), ['posts', 'reviews'])
const PostEditor = lazyComponent(() => import('../post-editor/PostEditor.tsx'), ['post-editor', 'posts', 'uploads'])

/** Characters of HTML from which a list cuts the text of a post. */
const LONG = 1400

/** Plain text of an HTML text, for its language. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ')

/**
 * A post with all that can be done with it, in a list or, with `isWhole`, on its own page. While its owner edits it, the editor is in its
 * place.
 */
export function PostView({ post, isWhole, onDeleted }: { post: Post; isWhole?: boolean; onDeleted?: () => void }) {
  const viewer = useViewer()
  const [isEditing, setEditing] = useState(false)
  if (isEditing && viewer?.user_id === post.owner.userId)
    return (
      <Suspense fallback={<Skeleton width="100%" height={420} />}>
        <PostEditor name={post.creatorName} post={post} viewer={viewer} onClose={() => setEditing(false)} />
      </Suspense>
    )
  return <Shown post={post} isWhole={isWhole} onEdit={() => setEditing(true)} onDeleted={onDeleted ?? (() => {})} />
}

interface ShownProps {
  post: Post
  isWhole: boolean | undefined
  onEdit: () => void
  onDeleted: () => void
}

function Shown({ post, isWhole, onEdit, onDeleted }: ShownProps) {
  const { t } = useLingui()
  const { content, media, link, preview, title } = post
  const path = paths.post(post.creatorName, post.pid)
  const isCut = !isWhole && (content.length > LONG || content.includes('<img'))
  return (
    <article className={css.post} aria-label={title || t`Post`}>
      <header className={css.head}>
        <PostDates post={post} isLinked={!isWhole} />
        <MoreButton label={t`Actions for this post`}>
          <PostMenu post={post} onEdit={onEdit} onDeleted={onDeleted} />
        </MoreButton>
      </header>
      {post.hidden && (
        <Suspense fallback={<Skeleton width="100%" height={54} />}>
          <HiddenNote />
        </Suspense>
      )}
      {content && (
        <div className={css.text} data-cut={isCut ? '' : undefined}>
          <RichText html={content} lang={detectLanguage(wordsOf(content))} hasPlayers={false} />
        </div>
      )}
      {isCut && (
        <Link className={css.more} href={path}>
          <Trans>Read the whole post</Trans>
        </Link>
      )}
      {media.length > 0 && <PostFiles media={media} name={title} href={isWhole ? undefined : path} />}
      {link && <LinkCard link={link} preview={preview} />}
      {!post.draft && <PostActions post={post} />}
    </article>
  )
}

/** When a post was published and changed; in a list it leads to the page of the post. */
function PostDates({ post, isLinked }: { post: Post; isLinked: boolean }) {
  const { formatDate } = useDates()
  const published = <time dateTime={new Date(post.created * 1000).toISOString()}>{formatDate(post.created)}</time>
  const edited = post.edited && formatDate(post.edited)
  return (
    <p className={css.dates}>
      {post.pinned && (
        <span className={css.pinned}>
          <Icon name="pinned" size={15} />
          <Trans>Pinned</Trans>
        </span>
      )}
      {post.draft && (
        <span className={css.pinned}>
          <Trans>Draft</Trans>
        </span>
      )}
      {isLinked ? <Link href={paths.post(post.creatorName, post.pid)}>{published}</Link> : published}
      {edited && (
        <span>
          <Trans>edited on {edited}</Trans>
        </span>
      )}
    </p>
  )
}
