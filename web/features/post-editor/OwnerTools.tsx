import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { draftsQuery } from '../../queries/posts.ts'
import { Button } from '../../ui/Button.tsx'
import { DraftsDialog } from './DraftsDialog.tsx'
import css from './post-editor.module.css'

/** For the owner only: writes a new post, or opens a draft. */
export default function OwnerTools({ name, onWrite }: { name: string; onWrite: (post: Post | 'new') => void }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(draftsQuery(name))
  const count = data?.posts.length ?? 0
  return (
    <div className={css.buttons}>
      <Button onClick={() => setOpen(true)}>{count > 0 ? <Trans>Drafts ({count})</Trans> : <Trans>Drafts</Trans>}</Button>
      <Button look="primary" icon="pencil" onClick={() => onWrite('new')}>
        <Trans>Write a post</Trans>
      </Button>
      {isOpen && (
        <DraftsDialog
          name={name}
          onClose={() => setOpen(false)}
          onOpen={(draft) => {
            setOpen(false)
            onWrite(draft)
          }}
        />
      )}
    </div>
  )
}
