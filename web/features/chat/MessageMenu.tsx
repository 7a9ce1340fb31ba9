import { Trans, useLingui } from '@lingui/react/macro'
import { type Message, REACTIONS } from '../../../workers/chat/messages.schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import bubble from './Bubble.module.css'
import css from './MessageMenu.module.css'
import more from './MoreButton.module.css'
import type { MessageActions } from './message-actions.ts'

/** The actions on a message. It opens when it is mounted: until somebody wants it, its place is a plain button. */
export default function MessageMenu({ message, me, actions }: { message: Message; me: number; actions: MessageActions }) {
  const { t } = useLingui()
  const { isHidden } = message
  const isMine = message.user_id === me
  const canWrite = actions.canWrite && !isHidden
  const { text } = message.message
  const given = (emoji: string) => message.reactions?.some((one) => one.emoji === emoji && one.userIds.includes(me)) ?? false
  const { isCopied, copy } = useCopy(text)
  return (
    <Menu
      label={t`Message actions`}
      button={<Icon name={isCopied ? 'check' : 'more'} />}
      before={
        <span className="unseen" role="status">
          {isCopied && t`Copied`}
        </span>
      }
      look={`${more.more} ${bubble.more}`}
      startOpen
    >
      {canWrite && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would look like a form */}
          <div className={css.choice} role="group" aria-label={t`React`}>
            {REACTIONS.map((emoji) => (
              <button key={emoji} type="button" aria-pressed={given(emoji)} onClick={() => actions.react(message, emoji, !given(emoji))}>
                {emoji}
              </button>
            ))}
          </div>
          <button type="button" onClick={() => actions.reply(message)}>
            <Icon name="reply" />
            <Trans>Reply</Trans>
          </button>
        </>
      )}
      {text && (
        <button type="button" onClick={copy}>
          <Icon name="copy" />
          <Trans>Copy text</Trans>
        </button>
      )}
      {!isMine && (
        <button type="button" onClick={() => actions.report(message)}>
          <Icon name="flag" />
          <Trans>Report this message</Trans>
        </button>
      )}
      {isMine && canWrite && !message.offer && (
        <button type="button" onClick={() => actions.edit(message)}>
          <Icon name="pencil" />
          <Trans>Edit</Trans>
        </button>
      )}
      {isMine && message.offer?.state !== 'ordered' && (
        <button type="button" className={css.delete} onClick={() => actions.remove(message)}>
          <Icon name="trash" />
          <Trans>Delete</Trans>
        </button>
      )}
    </Menu>
  )
}
