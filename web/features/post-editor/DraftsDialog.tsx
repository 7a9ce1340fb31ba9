import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { draftsQuery } from '../../queries/posts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { DeletePostDialog } from '../posts/DeletePostDialog.tsx'
import css from './post-editor.module.css'

/** The viewer's own drafts. `onOpen` opens one in the editor. */
export function DraftsDialog({ name, onClose, onOpen }: { name: string; onClose: () => void; onOpen: (draft: Post) => void }) {
  const query = useQuery(draftsQuery(name))
  const [deleting, setDeleting] = useState<Post | null>(null)
  const drafts = query.data?.posts ?? []
  return (
    <Dialog title={<Trans>Drafts</Trans>} subtitle={<Trans>Only you can see them.</Trans>} onClose={onClose}>
      <ListState
        queries={[query]}
        isEmpty={!drafts.length}
        skeleton={<Skeleton width="100%" height={64} />}
        empty={
          <p className="mute">
            <Trans>No drafts. Save a post as a draft to finish it later, also on another device.</Trans>
          </p>
        }
      >
        <ul className={css.drafts}>
          {drafts.map((draft) => (
            <li key={draft.pid}>
              <Entry of={draft}>
                <Draft draft={draft} onOpen={() => onOpen(draft)} onDelete={() => setDeleting(draft)} />
              </Entry>
            </li>
          ))}
        </ul>
      </ListState>
      {deleting && <DeletePostDialog post={deleting} onClose={() => setDeleting(null)} onDeleted={() => {}} />}
    </Dialog>
  )
}

function Draft({ draft, onOpen, onDelete }: { draft: Post; onOpen: () => void; onDelete: () => void }) {
  const { t } = useLingui()
  const { title, description } = draft
  const name = description || title || t`Draft without a text`
  const changed = formatDate(draft.edited ?? draft.created, 'dayTime')
  return (
    <>
      <button type="button" className={css.draft} onClick={onOpen}>
        <b className={css.words}>
          <UserText text={name} />
        </b>
        <span className="small mute">
          <Trans>Saved on {changed}</Trans>
        </span>
      </button>
      <IconButton icon="trash" label={t`Delete the draft: ${name}`} onClick={onDelete} />
    </>
  )
}
