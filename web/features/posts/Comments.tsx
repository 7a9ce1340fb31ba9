import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Post, PostComment } from '../../../workers/creators/posts.schema.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { LoadError } from '../../lib/LoadError.tsx'
import { useAddComment } from '../../queries/post-comments.ts'
import { commentsQuery } from '../../queries/posts.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CommentForm } from './CommentForm.tsx'
import css from './Comments.module.css'
import { CommentView, UnsentComment } from './CommentView.tsx'
import type { OutgoingComment } from './outgoing-comment.ts'

/** The comments of a post, newest first, and the field for a new one. */
export function Comments({ post: { pid, comments: count } }: { post: Post }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(commentsQuery(pid))
  const viewer = useViewer()
  const { outgoing, send, retry, drop } = useOutgoing(pid)
  // A comment that was added meanwhile moves the others to the next page.
  const comments = [...new Map(query.data?.pages.flatMap((page) => page.comments).map((one) => [one.id, one])).values()]
  return (
    <section id="comments" className={css.comments} aria-label={t`Comments`}>
      <h2>{count > 0 ? <Plural value={count} one="# comment" other="# comments" /> : <Trans>Comments</Trans>}</h2>
      <CommentForm onSend={send} />
      {query.error && !query.data ? (
        <LoadError query={query} />
      ) : !query.data ? (
        <div role="status" aria-label={t`Loading`} className={css.list}>
          <Skeleton width="100%" height={72} />
          <Skeleton width="100%" height={72} />
        </div>
      ) : (
        <CommentList pid={pid} comments={comments} outgoing={viewer ? outgoing : []} viewer={viewer} onRetry={retry} onDrop={drop} />
      )}
      <LoadMore query={query} />
    </section>
  )
}

interface CommentListProps {
  pid: string
  comments: PostComment[]
  outgoing: OutgoingComment[]
  viewer: Viewer | null | undefined
  onRetry: (one: OutgoingComment) => void
  onDrop: (one: OutgoingComment) => void
}

function CommentList({ pid, comments, outgoing, viewer, onRetry, onDrop }: CommentListProps) {
  if (!comments.length && !outgoing.length)
    return (
      <p className="mute">
        <Trans>No comments yet. Write the first one.</Trans>
      </p>
    )
  return (
    <ul className={css.list}>
      {viewer &&
        outgoing.map((one) => (
          <li key={one.key}>
            <UnsentComment comment={one} viewer={viewer} onRetry={() => onRetry(one)} onDrop={() => onDrop(one)} />
          </li>
        ))}
      {comments.map((comment) => (
        <li key={comment.id}>
          <Entry of={comment}>
            <CommentView pid={pid} comment={comment} />
          </Entry>
        </li>
      ))}
    </ul>
  )
}

/** Sends comments. Each is shown at once, and until it is sent; one that fails stays, and can be sent again. */
function useOutgoing(pid: string) {
  const [outgoing, setOutgoing] = useState<OutgoingComment[]>([])
  const { mutateAsync } = useAddComment(pid)
  const drop = ({ key }: OutgoingComment) => setOutgoing((all) => all.filter((one) => one.key !== key))
  const mark = (key: string, error: Error | null) => setOutgoing((all) => all.map((one) => (one.key === key ? { ...one, error } : one)))
  const start = async (comment: OutgoingComment) => {
    mark(comment.key, null)
    try {
      await mutateAsync(comment)
      drop(comment)
    } catch (error) {
      mark(comment.key, error as Error)
    }
  }
  const add = (text: string) => {
    const comment: OutgoingComment = { key: crypto.randomUUID(), text, error: null }
    setOutgoing((all) => [comment, ...all])
    void start(comment)
  }
  const viewer = useViewer()
  return {
    outgoing,
    /** Sends a text and calls `onTaken`; a guest logs in first, and keeps the text in the field until then. */
    send: (text: string, onTaken: () => void) => {
      const take = () => {
        onTaken()
        add(text)
      }
      if (viewer) take()
      else openDialog('login', take)
    },
    retry: (one: OutgoingComment) => void start(one),
    drop,
  }
}
