import type { ReactNode } from 'react'
import { errorText } from '../../lib/errors.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/**
 * Follows or unfollows; a guest logs in first. The texts come from the page, which need not load the catalog of profiles: `stop` is shown on
 * hover while the member is followed.
 */
export function FollowButton({
  userId,
  followed,
  stop,
  children,
}: {
  userId: number
  followed: boolean
  stop: string
  children: ReactNode
}) {
  const viewer = useViewer()
  const turn = async () => {
    try {
      const { setFollowed } = await import('../../queries/follow.ts')
      await setFollowed(userId, !followed)
    } catch (error) {
      toast(errorText(error), 'bad')
    }
  }
  return (
    <Button
      icon={followed ? 'check' : 'plus'}
      aria-pressed={followed}
      title={followed ? stop : undefined}
      onClick={() => (viewer ? void turn() : openDialog('login', () => void turn()))}
    >
      {children}
    </Button>
  )
}
