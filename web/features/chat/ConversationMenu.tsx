import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Conversation, ConversationAction } from '../../../workers/chat/conversations.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useChangeConversation } from '../../queries/conversations.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import css from './ConversationList.module.css'
import more from './MoreButton.module.css'

type ListedRoom = Pick<Conversation, 'folder' | 'isPinned' | 'isMuted' | 'isMarkedUnread'>

/** What can be done with a conversation in the list, as items of a menu. */
export function ListActions({ roomId, of, canMark }: { roomId: string; of: ListedRoom; canMark: boolean }) {
  const { t } = useLingui()
  const change = useChangeConversation()
  const showError = (error: unknown) => toast(errorText(error), 'bad')
  /** Undoes all that archiving changes. */
  const restore = async () => {
    await change.mutateAsync({ roomId, action: 'unarchive' })
    if (of.isPinned) await change.mutateAsync({ roomId, action: 'pin' })
    if (of.isMarkedUnread) await change.mutateAsync({ roomId, action: 'markUnread' })
  }
  const run = async (action: ConversationAction) => {
    // The row of the list, and so this component, may be gone when the answer arrives.
    await change.mutateAsync({ roomId, action })
    if (action === 'archive') toast(t`Conversation archived`, 'good', { label: t`Undo`, run: () => void restore().catch(showError) })
  }
  const item = (action: ConversationAction, icon: IconName, text: ReactNode) => (
    <button type="button" onClick={() => void run(action).catch(showError)} disabled={change.isPending}>
      <Icon name={icon} />
      {text}
    </button>
  )
  const isArchived = of.folder === 'archived'
  return (
    <>
      {!isArchived && (of.isPinned ? item('unpin', 'pinned', <Trans>Unpin</Trans>) : item('pin', 'pinned', <Trans>Pin to the top</Trans>))}
      {of.isMuted ? item('unmute', 'bell', <Trans>Unmute</Trans>) : item('mute', 'muted', <Trans>Mute</Trans>)}
      {of.isMarkedUnread
        ? item('clearUnread', 'check', <Trans>Mark as read</Trans>)
        : canMark && item('markUnread', 'mail', <Trans>Mark as unread</Trans>)}
      {isArchived ? item('unarchive', 'archive', <Trans>Move to conversations</Trans>) : item('archive', 'archive', <Trans>Archive</Trans>)}
    </>
  )
}

/** The menu of a conversation in the list. It opens when it is mounted: until somebody wants it, its place is a plain button. */
export default function ConversationMenu({ conversation, name }: { conversation: Conversation; name: string }) {
  const { t } = useLingui()
  return (
    <Menu label={t`Actions for ${name}`} button={<Icon name="more" />} look={`${more.more} ${css.more}`} startOpen>
      <ListActions roomId={conversation.room_id} of={conversation} canMark={conversation.unread === 0} />
    </Menu>
  )
}
