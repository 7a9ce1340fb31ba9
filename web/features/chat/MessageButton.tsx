import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { openRoom } from '../../queries/open-room.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

interface MessageButtonProps {
  userId: number
  /** The listing that the conversation is about; the room shows it. */
  listingId?: number
  look?: 'primary'
  children: ReactNode
}

/**
 * Opens the conversation with a member. A guest logs in first. The label (`children`) comes from the page, which does not load the catalog
 * of the messenger.
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
  // Runs after the login. If the viewer turns out to be that member, the page has removed the button, and nothing is opened.
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
