import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { chat } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Opens the conversation with somebody. What it says comes from the page: the texts of the messenger are not loaded there. */
export function MessageButton({ userId, look, children }: { userId: number; look?: 'primary'; children: ReactNode }) {
  const [, navigate] = useLocation()
  const open = async () => {
    try {
      const { roomId } = await (await chat.openChat.$post({ json: { users: [userId] } })).json()
      navigate(paths.messenger(roomId))
    } catch (error) {
      toast(errorText(error), 'bad')
    }
  }
  return (
    <Button look={look} icon="chat" onClick={open}>
      {children}
    </Button>
  )
}
