import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { openRoom } from '../../queries/chat.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

interface MessageButtonProps {
  userId: number
  /** The listing of theirs it is about, which the conversation then shows. */
  listingId?: number
  look?: 'primary'
  children: ReactNode
}

/**
 * Opens the conversation with somebody; a guest logs in first. What it says comes from the page: the texts of the messenger are not
 * loaded there.
 */
export function MessageButton({ userId, listingId, look, children }: MessageButtonProps) {
  const [, navigate] = useLocation()
  const viewer = useViewer()
  const [wanted, setWanted] = useState(false)
  const open = useEffectEvent(async () => {
    setWanted(false)
    try {
      navigate(paths.messenger(await openRoom(userId, listingId)))
    } catch (error) {
      toast(errorText(error), 'bad')
    }
  })
  // After the login this button is gone where the person turns out to be the one it would write to.
  useEffect(() => {
    if (wanted && viewer) void open()
  }, [wanted, viewer])
  const press = () => (viewer ? setWanted(true) : openDialog('login', () => setWanted(true)))
  return (
    <Button look={look} icon="chat" onClick={press} disabled={viewer === undefined}>
      {children}
    </Button>
  )
}
