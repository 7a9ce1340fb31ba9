import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CommentPage, PostComment } from '../../workers/creators/posts.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { commentsQuery } from './posts.ts'
import { changeShownPost } from './shown-posts.ts'

/** Adds or removes a comment in the list that is shown. */
function useChangeComments(pid: string) {
  const cache = useQueryClient()
  const { queryKey } = commentsQuery(pid)
  return (change: (page: CommentPage, index: number) => CommentPage, added: number) => {
    cache.setQueryData(queryKey, (data) => data && { ...data, pages: data.pages.map(change) })
    changeShownPost(pid, (post) => ({ ...post, comments: Math.max(0, post.comments + added) }))
  }
}

/** A comment to send. Every attempt has the same idempotency key, so that one whose answer was lost is not added twice. */
interface NewComment {
  key: string
  text: string
}

/** Sends a comment. The answer is added to the list, unless the list was loaded again since and has it. */
export function useAddComment(pid: string) {
  const change = useChangeComments(pid)
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, text }: NewComment): Promise<PostComment> =>
      (await (await creators.addComment.$post({ json: { pid, text } }, { headers: { 'idempotency-key': key } })).json()).comment,
    onSuccess: async (comment) => {
      // An older answer that is still on its way would lack it.
      const { queryKey } = commentsQuery(pid)
      await cache.cancelQueries({ queryKey })
      const data = cache.getQueryData(queryKey)
      // If that was the first one, it is asked for again.
      if (!data) void cache.invalidateQueries({ queryKey })
      if (data?.pages.some(({ comments }) => comments.some(({ id }) => id === comment.id))) return
      change((page, i) => (i === 0 ? { ...page, comments: [comment, ...page.comments] } : page), 1)
    },
  })
}

/** Deletes a comment, as its author or as the owner of the post. */
export function useDeleteComment(pid: string) {
  const change = useChangeComments(pid)
  return useMutation({
    mutationFn: async (id: string) => {
      await creators.deleteComment.$post({ json: { id } })
    },
    onSuccess: (_, id) => change((page) => ({ ...page, comments: page.comments.filter((one) => one.id !== id) }), -1),
  })
}
