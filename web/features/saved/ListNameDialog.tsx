import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { SAVED_LIMITS } from '../../../workers/listings/saved/lists.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks for the name of a list, to create or to rename one. */
export function ListNameDialog({
  title,
  action,
  start = '',
  save,
  onClose,
}: {
  title: ReactNode
  action: ReactNode
  start?: string
  save: { mutate: (name: string, then: { onSuccess: () => void; onError: (error: Error) => void }) => void; isPending: boolean }
  onClose: () => void
}) {
  const [name, setName] = useState(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) save.mutate(name, { onSuccess: onClose, onError: (error) => toast(errorText(error), 'bad') })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 20 }}>
        <TextField
          label={<Trans>Name of the list</Trans>}
          value={name}
          maxLength={SAVED_LIMITS.name}
          onChange={(event) => setName(event.target.value)}
          required
        />
        <Button type="submit" look="primary" wide busy={save.isPending} disabled={!name.trim()}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
