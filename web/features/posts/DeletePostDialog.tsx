import { Trans, useLingui } from '@lingui/react/macro'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useDeletePost } from '../../queries/edit-posts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks before a post is deleted. */
export function DeletePostDialog({ post, onClose, onDeleted }: { post: Post; onClose: () => void; onDeleted: () => void }) {
  const { t } = useLingui()
  const remove = useDeletePost(post.pid)
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(post.draft ? t`The draft was deleted.` : t`The post was deleted.`, 'info')
        onClose()
        onDeleted()
      },
      onError: (error) => toast(errorText(error), 'bad'),
    })
  return (
    <Dialog
      plain
      title={post.draft ? <Trans>Delete this draft?</Trans> : <Trans>Delete this post?</Trans>}
      subtitle={post.title ? <bdi>{post.title}</bdi> : undefined}
      onClose={onClose}
      locked={remove.isPending}
      foot={
        <Button look="danger" wide busy={remove.isPending} onClick={confirm}>
          {post.draft ? <Trans>Delete the draft</Trans> : <Trans>Delete the post</Trans>}
        </Button>
      }
    >
      <p>
        {post.draft ? (
          <Trans>This cannot be undone.</Trans>
        ) : (
          <Trans>Its likes and comments are deleted too. Links to it stop working. This cannot be undone.</Trans>
        )}
      </p>
    </Dialog>
  )
}
