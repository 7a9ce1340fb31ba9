import { Trans, useLingui } from '@lingui/react/macro'
import type { PostComment } from '../../../workers/creators/posts.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useDeleteComment } from '../../queries/post-comments.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import css from './Comments.module.css'

/** Asks before a comment is deleted. */
export default function DeleteCommentDialog({ pid, comment, onClose }: { pid: string; comment: PostComment; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useDeleteComment(pid)
  const confirm = () =>
    remove.mutate(comment.id, {
      onSuccess: () => {
        toast(t`The comment was deleted.`, 'info')
        onClose()
      },
      onError: (error) => toast(errorText(error), 'bad'),
    })
  return (
    <Dialog
      plain
      title={<Trans>Delete this comment?</Trans>}
      onClose={onClose}
      locked={remove.isPending}
      foot={
        <Button look="danger" wide busy={remove.isPending} onClick={confirm}>
          <Trans>Delete the comment</Trans>
        </Button>
      }
    >
      <blockquote className={css.quote} dir="auto">
        {comment.text}
      </blockquote>
      <p>
        <Trans>This cannot be undone.</Trans>
      </p>
    </Dialog>
  )
}
