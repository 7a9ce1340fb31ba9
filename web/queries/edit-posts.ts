import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LinkPreview } from '../../workers/creators/link-previews.schema.ts'
import type { Post, SavedPost } from '../../workers/creators/posts.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'
import { postQuery } from './posts.ts'
import { type PostSave, sendPost } from './send-post.ts'
import { changeShownPost } from './shown-posts.ts'

// The calls of owners. Not in posts.ts, because visitors need none of them.

/** The preview of a link that the viewer has typed. The server keeps it, so it is not asked for again. */
export const linkPreviewQuery = (link: string) =>
  queryOptions({
    queryKey: keys.linkPreview(link),
    queryFn: async ({ signal }): Promise<LinkPreview> =>
      (await creators.getLinkPreview.$get({ query: { url: link } }, { init: { signal } })).json(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Saves a post or a draft, then loads the posts again. */
export function useSavePost() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (save: PostSave): Promise<SavedPost> =>
      sendPost(async (json, headers) => (await creators.addPost.$post({ json }, { headers })).json(), save),
    // When the editor closes, the page shows what was saved.
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.posts }),
  })
}

/** Loads a post of the viewer as it is now; null if it does not exist any more. */
export function useLoadPost(name: string): (pid: string) => Promise<Post | null> {
  const cache = useQueryClient()
  return async (pid) => (await cache.fetchQuery({ ...postQuery(name, pid), staleTime: 0 })).post
}

/** Deletes a post or a draft of the viewer. It disappears once the server has done so. */
export function useDeletePost(pid: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await creators.deletePost.$post({ json: { pid } })
    },
    onSuccess: () => {
      changeShownPost(pid, () => null)
      void cache.invalidateQueries({ queryKey: keys.posts })
    },
  })
}

/** Pins a post to the top of the viewer's posts, or removes the pin. */
export function usePinPost(pid: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (pinned: boolean) => {
      await creators.pinPost.$post({ json: { pid, pinned } })
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.posts }),
  })
}
