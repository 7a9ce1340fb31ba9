import { Plural, Trans } from '@lingui/react/macro'
import type { SavedList } from '../../../workers/listings/saved/lists.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useDeleteList } from '../../queries/saved-lists.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { listName } from './change-saved.ts'

/** Asks before a list is deleted with what is saved in it. */
export function DeleteListDialog({
  list,
  onClose,
  onDeleted,
}: {
  list: Pick<SavedList, 'id' | 'name' | 'count'>
  onClose: () => void
  onDeleted: () => void
}) {
  const remove = useDeleteList(list.id)
  return (
    <Dialog
      title={<Trans>Delete the list?</Trans>}
      subtitle={listName(list.name)}
      onClose={onClose}
      foot={
        <Button
          look="danger"
          wide
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onDeleted, onError: (error) => toast(errorText(error), 'bad') })}
        >
          <Trans>Delete list</Trans>
        </Button>
      }
    >
      <p>
        <Plural
          value={list.count}
          _0="It is empty. If you shared it, its link stops working."
          one="The listing in it is no longer saved. If you shared the list, its link stops working."
          other="The # listings in it are no longer saved. If you shared the list, its link stops working."
        />
      </p>
    </Dialog>
  )
}
