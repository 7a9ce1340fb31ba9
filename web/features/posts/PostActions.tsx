import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import css from './PostActions.module.css'

const ShareDialog = lazyComponent(() => import('../../ui/ShareDialog.tsx'))

/** Like, comments, copy the link and share. */
export function PostActions({ post }: { post: Post }) {
  const { t } = useLingui()
  const { creatorName, pid, comments, title, owner } = post
  const path = paths.post(creatorName, pid)
  const { isCopied, copy } = useCopy(() => location.origin + path)
  const [isSharing, setSharing] = useState(false)
  return (
    <div className={css.actions}>
      <LikeButton post={post} />
      <Link className={css.action} href={`${path}#comments`} aria-label={t`${plural(comments, { one: '# comment', other: '# comments' })}`}>
        <Icon name="chat" />
        <span className="num">{formatNumber(comments)}</span>
      </Link>
      <span className={css.space} />
      <IconButton icon={isCopied ? 'check' : 'link'} label={t`Copy the link`} onClick={copy} />
      <span className="unseen" role="status">
        {isCopied && t`Copied`}
      </span>
      <IconButton icon="share" label={t`Share`} onClick={() => setSharing(true)} />
      <Suspense fallback={null}>
        {isSharing && <ShareDialog url={location.origin + path} title={title || owner.name} onClose={() => setSharing(false)} />}
      </Suspense>
    </div>
  )
}

/** Likes a post or takes the like back; a guest logs in first. */
function LikeButton({ post: { pid, liked, likes } }: { post: Post }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const change = async (isLiked: boolean) => {
    try {
      const { setLiked } = await import('../../queries/like-post.ts')
      await setLiked(pid, isLiked)
    } catch (error) {
      toast(errorText(error), 'bad')
    }
  }
  return (
    <button
      type="button"
      className={css.action}
      aria-pressed={liked}
      aria-label={t`Like, ${plural(likes, { one: '# like', other: '# likes' })}`}
      title={t`Like`}
      onClick={() => (viewer ? void change(!liked) : openDialog('login', () => void change(true)))}
    >
      <Icon name="heart" />
      <span className="num">{formatNumber(likes)}</span>
    </button>
  )
}
