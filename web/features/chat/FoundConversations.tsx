import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Conversation, FoundMessage } from '../../../workers/chat/conversations.schema.ts'
import { ListState } from '../../lib/ListState.tsx'
import { Marked } from '../../lib/Marked.tsx'
import { paths } from '../../lib/paths.ts'
import { wordsOf } from '../../lib/search-words.ts'
import { foundConversationsQuery } from '../../queries/conversations.ts'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import css from './ConversationList.module.css'
import { ConversationList, ConversationListSkeleton, When } from './ConversationList.tsx'
import panel from './ConversationsPanel.module.css'

/** What a search finds: conversations by the names of people and orders, then messages, which open at their place. */
export function FoundConversations({ text, me, open }: { text: string; me: number; open: string | undefined }) {
  const query = useQuery(foundConversationsQuery(text))
  const { conversations = [], messages = [], others = [] } = query.data ?? {}
  const count = conversations.length + messages.length
  return (
    <>
      <p className="unseen" role="status">
        {query.data && <Plural value={count} one="# result" other="# results" />}
      </p>
      <ListState
        queries={[query]}
        isEmpty={count === 0}
        skeleton={<ConversationListSkeleton />}
        empty={
          <p className={panel.hint}>
            <Trans>Nothing found. Try another word or name.</Trans>
          </p>
        }
      >
        {conversations.length > 0 && (
          <>
            <h3 className={panel.found}>
              <Trans>Conversations</Trans>
            </h3>
            <ConversationList conversations={conversations} me={me} open={open} />
          </>
        )}
        {messages.length > 0 && (
          <>
            <h3 className={panel.found}>
              <Trans>Messages</Trans>
            </h3>
            <ul className={css.list}>
              {messages.map((one) => (
                <Found
                  key={`${one.room_id} ${one.seq}`}
                  message={one}
                  search={text}
                  me={me}
                  conversation={[...conversations, ...others].find(({ room_id }) => room_id === one.room_id)}
                />
              ))}
            </ul>
          </>
        )}
      </ListState>
    </>
  )
}

interface FoundProps {
  message: FoundMessage
  search: string
  me: number
  conversation: Conversation | undefined
}

function Found({ message: { room_id, seq, user_id, text, at }, search, me, conversation }: FoundProps) {
  const { t } = useLingui()
  const isAlone = !conversation || conversation.user_ids.length < 2
  const name = isAlone ? t`Deleted account` : memberName(conversation.metadata.name, conversation.metadata.address)
  const shown = <Marked text={text} words={wordsOf(search)} />
  return (
    <li>
      <Link href={paths.messenger(room_id, seq)} className={panel.message}>
        <b className="cut">
          <bdi>{name}</bdi>
        </b>
        <When at={at} />
        {conversation?.metadata.orderId && (
          <span className={`${css.order} ${panel.order}`}>
            <Icon name="box" size={14} />
            <bdi className="cut">{conversation.metadata.title ?? <Trans>Order</Trans>}</bdi>
          </span>
        )}
        <p dir="auto">{user_id === me ? <Trans>You: {shown}</Trans> : shown}</p>
      </Link>
    </li>
  )
}
