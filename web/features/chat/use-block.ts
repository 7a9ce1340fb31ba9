import { useLingui } from '@lingui/react/macro'
import { errorText } from '../../lib/errors.ts'
import { useSetBlocked } from '../../queries/conversations.ts'
import { toast } from '../../ui/toast.ts'

/** Blocks and unblocks a member, and shows the errors. A block can be undone in its notice. */
export function useBlock(userId: number | undefined, name: string) {
  const { t } = useLingui()
  const { isPending, mutateAsync } = useSetBlocked()
  const setBlocked = async (isBlocked: boolean): Promise<void> => {
    if (userId === undefined) return
    try {
      // The component may be gone when the answer arrives.
      await mutateAsync({ userId, isBlocked })
    } catch (error) {
      toast(errorText(error), 'bad')
      return
    }
    if (isBlocked) toast(t`You have blocked ${name}.`, 'good', { label: t`Undo`, run: () => void setBlocked(false) })
  }
  return { isPending, setBlocked }
}
