import type { Post } from '../../workers/creators/posts.schema.ts'
import { queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** What the queries of posts keep: a list or a page of lists, or one post. */
type Kept = { pages: { posts: Post[] }[] } | { posts: Post[] } | { post: Post | null }

/** Changes a post, or removes it if `change` returns null, in what a query keeps. What does not have it stays the same object. */
export function changeKept<Data extends Kept>(data: Data, pid: string, change: (post: Post) => Post | null): Data {
  const inList = (posts: Post[]) =>
    posts.flatMap((post) => {
      const changed = post.pid === pid ? change(post) : post
      return changed ? [changed] : []
    })
  const has = (posts: Post[]) => posts.some((post) => post.pid === pid)
  if ('pages' in data) {
    if (!data.pages.some(({ posts }) => has(posts))) return data
    return { ...data, pages: data.pages.map((page) => (has(page.posts) ? { ...page, posts: inList(page.posts) } : page)) }
  }
  if ('posts' in data) return has(data.posts) ? { ...data, posts: inList(data.posts) } : data
  return data.post?.pid === pid ? { ...data, post: change(data.post) } : data
}

/** Changes a post, or removes it, wherever it is shown. */
export function changeShownPost(pid: string, change: (post: Post) => Post | null): void {
  queryClient.setQueriesData<Kept>({ queryKey: keys.posts }, (data) => data && changeKept(data, pid, change))
}
