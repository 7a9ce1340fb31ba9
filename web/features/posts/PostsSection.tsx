import { Trans, useLingui } from '@lingui/react/macro'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import type { Post, PostPage } from '../../../workers/creators/posts.schema.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { postsQuery } from '../../queries/posts.ts'
import { useGate } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './PostsSection.module.css'
import { PostView } from './PostView.tsx'
import { readPostsFrom } from './posts-from.ts'

const LoadError = lazyComponent(async () => ({ default: (await import('../../lib/LoadError.tsx')).LoadError }))
const NoPosts = lazyComponent(() => import('./NoPosts.tsx'), ['posts'])
const OwnerTools = lazyComponent(() => import('../post-editor/OwnerTools.tsx'), ['post-editor', 'posts'])
const PostEditor = lazyComponent(() => import('../post-editor/PostEditor.tsx'), ['post-editor', 'posts', 'uploads'])

/** The posts on the page of a creator; nothing for visitors if there are none. The owner writes new ones here. */
export default function PostsSection({ name, userId }: { name: string; userId: number }) {
  const from = readPostsFrom(useSearch())
  const query = useInfiniteQuery(postsQuery(name, from))
  const viewer = useViewer()
  const gate = useGate()
  /** The draft that is being edited; `new` for a new post. */
  const [writing, setWriting] = useState<Post | 'new' | null>(null)
  const isOwn = viewer?.user_id === userId
  // A post may be on two pages, if a newer one was published meanwhile.
  const posts = [...new Map(query.data?.pages.flatMap((page) => page.posts).map((post) => [post.pid, post])).values()]
  if (!isOwn && query.data && !posts.length && !from) return null
  return (
    <section id="posts" className={`wrap ${css.section}`}>
      <header className={css.head}>
        <h2>
          <Trans>Posts</Trans>
        </h2>
        {isOwn && !writing && (
          <Suspense fallback={<Skeleton width={180} height={44} />}>
            <OwnerTools name={name} onWrite={(post) => gate(() => setWriting(post))} />
          </Suspense>
        )}
      </header>
      {isOwn && writing && (
        <Suspense fallback={<Skeleton width="100%" height={420} />}>
          <PostEditor
            key={writing === 'new' ? 'new' : writing.pid}
            name={name}
            post={writing === 'new' ? null : writing}
            viewer={viewer}
            onClose={() => setWriting(null)}
          />
        </Suspense>
      )}
      {!(writing && query.data && !posts.length) && <PostList name={name} from={from} posts={posts} query={query} isOwn={isOwn} />}
    </section>
  )
}

interface PostListProps {
  name: string
  from: number
  posts: Post[]
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>
  isOwn: boolean
}

function PostList({ name, from, posts, query, isOwn }: PostListProps) {
  if (query.error && !posts.length)
    return (
      <Suspense fallback={<PostSkeletons />}>
        <LoadError query={query} />
      </Suspense>
    )
  if (!query.data) return <PostSkeletons />
  if (!posts.length)
    return from ? (
      <p className="mute">
        <Trans>There are no older posts.</Trans>
      </p>
    ) : (
      <Suspense fallback={<PostSkeletons />}>
        <NoPosts isOwn={isOwn} />
      </Suspense>
    )
  return (
    <>
      {from > 0 && (
        <a className={css.newest} href={paths.creatorPosts(name, 0)}>
          <Trans>Show the newest posts</Trans>
        </a>
      )}
      <ul className={css.list}>
        {posts.map((post) => (
          <li key={post.pid}>
            <Entry of={post}>
              <PostView post={post} />
            </Entry>
          </li>
        ))}
      </ul>
      <OlderPosts name={name} query={query} />
    </>
  )
}

/** Loads the next page of posts below. Before the page's code runs, it is a link to them. */
function OlderPosts({ name, query }: Pick<PostListProps, 'name' | 'query'>) {
  const isHydrated = useIsHydrated()
  const next = query.data?.pages.at(-1)?.next ?? null
  if (next === null) return null
  return (
    <div className={css.older}>
      {isHydrated ? (
        <Button onClick={() => query.fetchNextPage()} busy={query.isFetchingNextPage}>
          {query.error ? <Trans>Something went wrong. Try again</Trans> : <Trans>Older posts</Trans>}
        </Button>
      ) : (
        <ButtonLink href={paths.creatorPosts(name, next)}>
          <Trans>Older posts</Trans>
        </ButtonLink>
      )}
    </div>
  )
}

function PostSkeletons() {
  const { t } = useLingui()
  return (
    <div className={css.list} role="status" aria-label={t`Loading`}>
      {[220, 320].map((height) => (
        <Skeleton key={height} width="100%" height={height} />
      ))}
    </div>
  )
}
