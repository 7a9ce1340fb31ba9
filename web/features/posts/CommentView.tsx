import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { PostComment } from '../../../workers/creators/posts.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { useDates } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Comments.module.css'
import type { OutgoingComment } from './outgoing-comment.ts'

const DeleteCommentDialog = lazyComponent(() => import('./DeleteCommentDialog.tsx'), ['posts'])
const ReportThingDialog = lazyComponent(() => import('../reviews/ReportThingDialog.tsx'), ['reviews'])

/** A comment. Its author and the owner of the post may delete it; others may report it. */
export function CommentView({ pid, comment }: { pid: string; comment: PostComment }) {
  const { t } = useLingui()
  const { formatDate } = useDates()
  const { author, text, created, hidden } = comment
  const name = author.name || t`A member`
  return (
    <Body
      name={name}
      image={author.image}
      who={
        <Link href={paths.person(author.userId)}>
          <bdi>{name}</bdi>
        </Link>
      }
      note={formatDate(created)}
      text={text}
    >
      {hidden && (
        <p className="small mute">
          <Trans>The team has hidden your comment after a report. Only you can see it.</Trans>
        </p>
      )}
      <CommentTools pid={pid} comment={comment} name={name} />
    </Body>
  )
}

function CommentTools({ pid, comment, name }: { pid: string; comment: PostComment; name: string }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [dialog, setDialog] = useState<'delete' | 'report' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className={css.tools}>
      {comment.removable && (
        <Button look="ghost" small aria-label={t`Delete the comment of ${name}`} onClick={() => setDialog('delete')}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {!comment.mine && (
        <Button
          look="ghost"
          small
          aria-label={t`Report the comment of ${name}`}
          onClick={() => (viewer ? setDialog('report') : openDialog('login', () => setDialog('report')))}
        >
          <Trans>Report</Trans>
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'delete' && <DeleteCommentDialog pid={pid} comment={comment} onClose={close} />}
        {dialog === 'report' && <ReportThingDialog thing={{ kind: 'comment', id: comment.id }} onClose={close} />}
      </Suspense>
    </div>
  )
}

interface UnsentProps {
  comment: OutgoingComment
  viewer: Viewer
  onRetry: () => void
  onDrop: () => void
}

/** A comment of the viewer that is being sent, or that was not sent. */
export function UnsentComment({ comment: { text, error }, viewer, onRetry, onDrop }: UnsentProps) {
  const { t } = useLingui()
  const name = viewer.name ?? viewer.username ?? t`You`
  return (
    <Body name={name} image={viewer.image} who={<bdi>{name}</bdi>} note={error ? null : <Trans>Sending…</Trans>} text={text}>
      {error && (
        <div className={css.failed} role="alert">
          <p>
            <Icon name="warning" size={16} />
            <span>
              <b>
                <Trans>Not sent.</Trans>
              </b>{' '}
              {errorText(error)}
            </span>
          </p>
          <Button small onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
          <Button small look="ghost" onClick={onDrop}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </Body>
  )
}

interface BodyProps {
  name: string
  image: string | null
  who: ReactNode
  note: ReactNode
  text: string
  children?: ReactNode
}

function Body({ name, image, who, note, text, children }: BodyProps) {
  const { t } = useLingui()
  return (
    <article className={css.comment} aria-label={t`Comment by ${name}`}>
      <Avatar name={name} image={image} size={40} />
      <div className={css.body}>
        <p className={css.who}>
          <b className="cut">{who}</b>
          {note && <span className="small mute">{note}</span>}
        </p>
        <p className={css.words} lang={detectLanguage(text)} dir="auto">
          {text}
        </p>
        {children}
      </div>
    </article>
  )
}
