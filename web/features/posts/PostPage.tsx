import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { useCanonicalAddress } from '../../lib/use-canonical-address.ts'
import { folioQuery } from '../../queries/folio.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { postQuery } from '../../queries/posts.ts'
import { profileQuery } from '../../queries/profile.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { PageColors } from '../creator-page/PageColors.tsx'
import { FollowButton } from '../profile/FollowButton.tsx'
import { Comments } from './Comments.tsx'
import css from './PostPage.module.css'
import { PostView } from './PostView.tsx'

const CreatorFault = lazyComponent(() => import('../creator-page/CreatorFault.tsx'), ['creator-page'])

/** `/:creatorName/p/:pid` */
export default function PostPage({ params }: PageProps) {
  const query = useQuery(postQuery(params.name!, params.pid!))
  const { data, error } = query
  if (data?.post) return <Shown post={data.post} />
  if (!data && !error) return <LoadingState />
  return (
    <Suspense fallback={<LoadingState />}>
      <CreatorFault query={query} />
    </Suspense>
  )
}

function Shown({ post }: { post: Post }) {
  const { t } = useLingui()
  const { creatorName, pid, owner } = post
  const { data } = useQuery(folioQuery(creatorName))
  const [, navigate] = useLocation()
  const title = post.title || t`Post by ${owner.name || creatorName}`
  useTitle(title)
  useCanonicalAddress(paths.post(creatorName, pid))
  const viewer = useViewer()
  useMarkThingRead('post', viewer?.user_id === owner.userId ? pid : undefined)
  return (
    <PageColors folio={data?.folio ?? null}>
      <div className={`wrap ${css.page}`}>
        <h1 className="unseen">{title}</h1>
        <Creator post={post} title={data?.folio?.title ?? creatorName} />
        <PostView post={post} isWhole onDeleted={() => navigate(paths.creator(creatorName))} />
        {!post.draft && <Comments post={post} />}
      </div>
    </PageColors>
  )
}

/** Leads to the page of the creator, who can be followed here. */
function Creator({ post: { creatorName, owner }, title }: { post: Post; title: string }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { data } = useQuery(profileQuery(owner.userId))
  const isOwn = viewer?.user_id === owner.userId
  return (
    <header className={css.creator}>
      <Link className={css.person} href={paths.creator(creatorName)}>
        <Avatar name={owner.name || creatorName} image={owner.image} size={48} />
        <span>
          <b>
            <UserText text={title} />
          </b>
          <span className="small mute">
            <Icon name="left" size={14} />
            <Trans>All posts</Trans>
          </span>
        </span>
      </Link>
      {!isOwn && data && (
        <FollowButton userId={owner.userId} followed={data.followed} stop={t`Stop following ${title}`}>
          {data.followed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        </FollowButton>
      )}
    </header>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <Skeleton width="min(320px, 80%)" height={48} />
      <Skeleton width="100%" height={360} />
      <Skeleton width="100%" height={96} />
    </div>
  )
}
