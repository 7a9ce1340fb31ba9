import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Filter, MAX_COUNTED, MAX_SEARCH } from '../../../workers/chat/conversations.schema.ts'
import { ListState } from '../../lib/ListState.tsx'
import { paths } from '../../lib/paths.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { conversationsOf, conversationsQuery, roomQuery } from '../../queries/chat.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ConversationList, ConversationListSkeleton } from './ConversationList.tsx'
import css from './ConversationsPanel.module.css'
import { FoundConversations } from './FoundConversations.tsx'

/** How long the text of a search must stay the same before it is searched (ms). */
const SEARCH_AFTER_MS = 250

/**
 * The chosen list. Once the open request is accepted, it is the list that has the conversation, and also once it is declined and no other
 * request is left.
 */
function useFilter(open: string | undefined) {
  const [filter, setFilter] = useState<Filter>('all')
  const isRequests = filter === 'requests'
  const { data: list } = useInfiniteQuery({ ...conversationsOf('requests'), enabled: isRequests })
  // The room loads its page itself.
  const folder = useQuery({ ...roomQuery(open ?? ''), enabled: false }).data?.mine.folder
  const [before, setBefore] = useState({ open, folder })
  if (before.open !== open || before.folder !== folder) {
    setBefore({ open, folder })
    const isAnswered = before.open === open && before.folder === 'requests'
    const hasOthers = list?.pages.some((page) => page.conversations.some((one) => one.room_id !== open))
    if (isRequests && isAnswered && !(folder === 'declined' && hasOthers)) setFilter('all')
  }
  return [filter, setFilter] as const
}

/** The viewer's conversations: search, and the lists of all, unread, requests and archived ones. `open` is the id of the open room. */
export function ConversationsPanel({ me, open }: { me: number; open: string | undefined }) {
  const { t } = useLingui()
  const [filter, setFilter] = useFilter(open)
  const [text, setText] = useState('')
  const search = text.trim()
  const wanted = useSettled(search, search ? SEARCH_AFTER_MS : 0)
  const requests = useInfiniteQuery(conversationsQuery).data?.pages[0]?.requests ?? 0
  const count = requests < MAX_COUNTED ? requests : `${MAX_COUNTED - 1}+`
  return (
    <nav className={css.panel} aria-labelledby="conversations">
      <div className={css.head}>
        <h2 id="conversations">
          <Trans>Messages</Trans>
        </h2>
        <search className={css.search}>
          <Icon name="search" size={18} />
          <input
            type="search"
            value={text}
            maxLength={MAX_SEARCH}
            autoComplete="off"
            enterKeyHint="search"
            aria-label={t`Search people and messages`}
            placeholder={t`Search people and messages`}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setText('')}
          />
        </search>
      </div>
      {search ? (
        <FoundConversations text={wanted} me={me} open={open} />
      ) : (
        <Tabs
          pills
          label={t`Conversations`}
          // Declined requests are part of the requests.
          value={filter === 'declined' ? 'requests' : filter}
          onChange={setFilter}
          tabs={[
            ['all', <Trans key="all">All</Trans>],
            ['unread', <Trans key="unread">Unread</Trans>],
            [
              'requests',
              <span key="requests" className={css.tab}>
                <Trans context="message requests">Requests</Trans>
                {requests > 0 && <span className={css.count}>{count}</span>}
              </span>,
            ],
            ['archived', <Trans key="archived">Archived</Trans>],
          ]}
        >
          <Conversations key={filter} filter={filter} me={me} open={open} requests={requests} onChoose={setFilter} />
        </Tabs>
      )}
    </nav>
  )
}

interface ConversationsProps {
  filter: Filter
  me: number
  open: string | undefined
  /** The number of requests that wait. */
  requests: number
  onChoose: (filter: Filter) => void
}

function Conversations({ filter, me, open, requests, onChoose }: ConversationsProps) {
  const query = useInfiniteQuery(conversationsOf(filter))
  const conversations = query.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <>
      {filter === 'declined' && (
        <div className={css.declined}>
          <Button small icon="left" look="ghost" onClick={() => onChoose('requests')}>
            <Trans>Back to requests</Trans>
          </Button>
        </div>
      )}
      <ListState
        queries={[query]}
        isEmpty={conversations.length === 0}
        skeleton={<ConversationListSkeleton />}
        empty={<Empty filter={filter} isRoomOpen={open !== undefined} requests={requests} onRequests={() => onChoose('requests')} />}
      >
        {filter === 'requests' && (
          <p className={css.hint}>
            <Trans>From people you have not dealt with. They do not see whether you have read them.</Trans>
          </p>
        )}
        {filter === 'declined' && (
          <p className={css.hint}>
            <Trans>Requests you have declined. Open one to accept it after all.</Trans>
          </p>
        )}
        <ConversationList conversations={conversations} me={me} open={open} />
        <LoadMore query={query} />
      </ListState>
      {filter === 'requests' && query.data && (
        <div className={css.declined}>
          <Button small look="ghost" onClick={() => onChoose('declined')}>
            <Trans>Declined requests</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Empty({
  filter,
  isRoomOpen,
  requests,
  onRequests,
}: Pick<ConversationsProps, 'filter' | 'requests'> & { isRoomOpen: boolean; onRequests: () => void }) {
  const { t } = useLingui()
  if (filter === 'all' && requests)
    return (
      <EmptyState
        drawing="chat"
        heading="h3"
        title={<Plural value={requests} one="# request is waiting" other="# requests are waiting" />}
        text={t`Somebody you have not dealt with would like to write with you.`}
      >
        <Button look="primary" onClick={onRequests}>
          <Trans>See requests</Trans>
        </Button>
      </EmptyState>
    )
  if (filter === 'all' && !isRoomOpen)
    return (
      <EmptyState
        drawing="chat"
        heading="h3"
        title={t`No conversations yet`}
        text={t`Find a service you like and write to the seller. Your messages appear here.`}
      >
        <ButtonLink look="primary" href={paths.tab('services')}>
          <Trans>See services</Trans>
        </ButtonLink>
      </EmptyState>
    )
  return (
    <p className={css.hint}>
      {filter === 'all' && <Trans>A conversation appears here after its first message.</Trans>}
      {filter === 'unread' && <Trans>You have read everything.</Trans>}
      {filter === 'requests' && <Trans>First messages from people you have not dealt with appear here.</Trans>}
      {filter === 'declined' && <Trans>Requests that you decline appear here.</Trans>}
      {filter === 'archived' && <Trans>Archived conversations appear here. A new message brings them back.</Trans>}
    </p>
  )
}
