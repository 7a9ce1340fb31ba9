import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CommentPage, DraftList, Post, PostFeedPage, PostPage } from '../../workers/creators/posts.schema.ts'
import { ApiError } from '../lib/api-error.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The published posts of a creator, page by page, beginning after the first `from` ones. The edge fills the cache under this key. */
export const postsQuery = (name: string, from = 0) =>
  infiniteQueryOptions({
    queryKey: keys.postsOf(name, from),
    queryFn: async ({ pageParam, signal }): Promise<PostPage> =>
      (await creators.getPosts.$get({ query: { name, offset: String(pageParam) } }, { init: { signal } })).json(),
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
    // Who goes back to the list after reading a post finds all of its pages.
    gcTime: 30 * 60_000,
  })

/** A post; null without it. The edge fills the cache under this key. */
interface FoundPost {
  post: Post | null
}

/** A post by the name of its creator in any case. A draft is found by its owner only. */
export const postQuery = (name: string, pid: string) =>
  queryOptions({
    queryKey: keys.post(name, pid),
    queryFn: async ({ signal }): Promise<FoundPost> => {
      try {
        return await (await creators.getPost.$get({ query: { name, pid } }, { init: { signal } })).json()
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { post: null }
        throw error
      }
    },
  })

/** The viewer's own drafts, newest first. */
export const draftsQuery = (name: string) =>
  queryOptions({
    queryKey: keys.postDrafts(name),
    queryFn: async ({ signal }): Promise<DraftList> => (await creators.getDrafts.$get({ query: { name } }, { init: { signal } })).json(),
    staleTime: 0,
  })

/** The comments of a post, newest first, page by page. The edge fills the cache under this key. */
export const commentsQuery = (pid: string) =>
  infiniteQueryOptions({
    queryKey: keys.postComments(pid),
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> =>
      (await creators.getComments.$get({ query: { pid, before: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

/** A feed of posts: those of all creators, or of the creators whom the viewer follows. */
export type PostFeed = 'news' | 'following'

/** The posts of all creators, or of those that the viewer follows, newest first, page by page. */
export const postFeedQuery = (feed: PostFeed) =>
  infiniteQueryOptions({
    queryKey: keys.postFeed(feed),
    queryFn: async ({ pageParam, signal }): Promise<PostFeedPage> =>
      (await creators.getPostFeed.$get({ query: { feed, before: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    gcTime: 30 * 60_000,
  })
