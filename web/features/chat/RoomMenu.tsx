import { Trans, useLingui } from '@lingui/react/macro'
import { isDeleted, type Message, type RoomPage } from '../../../workers/chat/messages.schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { ListActions } from './ConversationMenu.tsx'
import more from './MoreButton.module.css'
import css from './Room.module.css'
import { useBlock } from './use-block.ts'

interface Props {
  page: RoomPage
  /** The messages on screen, with those that arrived since the page was loaded. */
  messages: Message[]
  other: number | undefined
  /** The name of the other member. */
  name: string
  onReport: () => void
}

/** The actions on an open room. It opens when it is mounted. */
export default function RoomMenu({ page, messages, other, name, onReport }: Props) {
  const { t } = useLingui()
  const block = useBlock(other, name)
  const { mine } = page
  return (
    <Menu label={t`Conversation actions`} button={<Icon name="more" />} look={`${more.more} ${css.more}`} startOpen>
      {(mine.folder === 'inbox' || mine.folder === 'archived') && messages.length > 0 && (
        <ListActions roomId={page.room_id} of={mine} canMark />
      )}
      {other !== undefined && (
        <>
          <button type="button" onClick={() => void block.setBlocked(!mine.isBlocked)} disabled={block.isPending}>
            <Icon name="block" />
            {mine.isBlocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
          </button>
          {messages.some(({ user_id, message }) => user_id === other && !isDeleted(message)) && (
            <button type="button" onClick={onReport}>
              <Icon name="flag" />
              <Trans>Report and block</Trans>
            </button>
          )}
        </>
      )}
    </Menu>
  )
}
