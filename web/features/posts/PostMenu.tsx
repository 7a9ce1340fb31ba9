import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { usePinPost } from '../../queries/edit-posts.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import ReportThingDialog from '../reviews/ReportThingDialog.tsx'
import { DeletePostDialog } from './DeletePostDialog.tsx'
import css from './PostMenu.module.css'

interface PostMenuProps {
  post: Post
  /** Opens the editor. */
  onEdit: () => void
  onDeleted: () => void
}

/** What the owner of a post can do with it; others can report it. It opens when it is mounted: until then its place is a plain button. */
export default function PostMenu({ post, onEdit, onDeleted }: PostMenuProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [dialog, setDialog] = useState<'delete' | 'report' | null>(null)
  const pin = usePinPost(post.pid)
  const isOwn = viewer?.user_id === post.owner.userId
  const turnPin = () =>
    pin.mutate(!post.pinned, {
      onSuccess: () => toast(post.pinned ? t`The post is no longer pinned.` : t`The post is pinned to the top.`),
      onError: (error) => toast(errorText(error), 'bad'),
    })
  return (
    <>
      <Menu label={t`Actions for this post`} button={<Icon name="more" />} startOpen>
        {isOwn ? (
          <>
            <button type="button" onClick={onEdit}>
              <Icon name="pencil" />
              <Trans>Edit</Trans>
            </button>
            {!post.draft && (
              <button type="button" onClick={turnPin}>
                <Icon name="pinned" />
                {post.pinned ? <Trans>Remove the pin</Trans> : <Trans>Pin to the top</Trans>}
              </button>
            )}
            <button type="button" className={css.delete} onClick={() => setDialog('delete')}>
              <Icon name="trash" />
              <Trans>Delete</Trans>
            </button>
          </>
        ) : (
          <button type="button" onClick={() => (viewer ? setDialog('report') : openDialog('login', () => setDialog('report')))}>
            <Icon name="flag" />
            <Trans>Report this post</Trans>
          </button>
        )}
      </Menu>
      {dialog === 'delete' && <DeletePostDialog post={post} onClose={() => setDialog(null)} onDeleted={onDeleted} />}
      {dialog === 'report' && !isOwn && <ReportThingDialog thing={{ kind: 'post', id: post.pid }} onClose={() => setDialog(null)} />}
    </>
  )
}
