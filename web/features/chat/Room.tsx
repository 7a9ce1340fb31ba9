import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { MAX_WAITING } from '../../../workers/chat/conversations.schema.ts'
import type { Member, RoomPage } from '../../../workers/chat/messages.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useOnline } from '../../lib/connection.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { useMarkThingRead } from '../../queries/notifications.ts'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Drawing } from '../../ui/art/Drawing.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Composer } from './Composer.tsx'
import { DropSection } from './DropSection.tsx'
import { Messages } from './Messages.tsx'
import more from './MoreButton.module.css'
import { MoreButton } from './MoreButton.tsx'
import { OfferDialogs } from './OfferDialogs.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import css from './Room.module.css'
import { RoomStanding } from './RoomStanding.tsx'
import { RoomSubject } from './RoomSubject.tsx'
import { useAttachments } from './use-attachments.tsx'
import { useClearedMark } from './use-cleared-mark.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useOffers } from './use-offers.ts'
import { useReports } from './use-reports.tsx'
import { type OpenRoom, useRoom } from './use-room.ts'
import { useRoomOrder } from './use-room-order.ts'

const RoomMenu = lazyComponent(() => import('./RoomMenu.tsx'), ['chat'])
const DeleteMessageDialog = lazyComponent(() => import('./DeleteMessageDialog.tsx'), ['chat'])

interface RoomProps {
  roomId: string
  /** The address of the back link on phones. Set in the messenger, where the room also shows its order and links to it. */
  back?: string
  /** The number of a message to show, for example one that a search has found. */
  message?: number | undefined
}

/** A room: its members, its messages and the composer. Fills the height of its parent. */
export function Room({ roomId, back, message }: RoomProps) {
  const viewer = useViewer()
  return viewer ? <OpenedRoom key={roomId} roomId={roomId} back={back} message={message} me={viewer.user_id} /> : <RoomSkeleton />
}

function OpenedRoom({ roomId, back, message, me }: RoomProps & { me: number }) {
  const { t } = useLingui()
  const room = useRoom(roomId, me)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data, error, isFetching, isFetchedAfterMount, refetch } = room.query
  const opened = data !== undefined
  // The room does not exist for this viewer, so a retry would not help.
  const refused = error instanceof ApiError && error.status === 403

  // Focuses the field, but not on touch devices, whose keyboard would cover the messages.
  useEffect(() => {
    if (opened && back && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [opened, back])

  useMarkThingRead('room', opened ? roomId : undefined)
  useClearedMark(data, isFetchedAfterMount)
  const reports = useReports(roomId, me)
  const canWrite = data?.mine.canWrite ?? false
  const offers = useOffers(roomId, room)
  const order = useRoomOrder(data?.orderId)
  const act = useMessageActions(room, roomId, me, canWrite, offers.actions, field, reports.reportMessage)
  const attachments = useAttachments(me, roomId)
  const isEditing = act.subject?.type === 'edit'

  if (!data) {
    if (!error) return <RoomSkeleton />
    return (
      <section className={css.room}>
        {back && <Back href={back} />}
        {refused ? (
          <EmptyState drawing="chat" title={t`Conversation not found`} text={t`It does not exist, or you are not part of it.`}>
            <ButtonLink look="primary" href={paths.messenger()}>
              <Trans>See your conversations</Trans>
            </ButtonLink>
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        )}
      </section>
    )
  }

  const other = data.members.find((member) => member.user_id !== me)
  const name = other ? memberName(other.name, other.address) : t`Deleted account`
  return (
    <DropSection label={t`Conversation with ${name}`} disabled={!canWrite || isEditing || room.hasEnded} onFiles={attachments.add}>
      <Head page={data} room={room} other={other} name={name} back={back} onReport={reports.reportAndBlock} />
      {/* The page of an order shows the order beside its room. */}
      {(back || !data.orderId) && <RoomSubject page={data} about={order} />}
      <PictureViewer messages={room.state.messages} outgoing={room.state.outgoing}>
        <Messages
          room={room}
          order={order}
          isOrderElsewhere={Boolean(back)}
          me={me}
          name={name}
          actions={room.hasEnded ? null : act.actions}
          shown={message}
          empty={<EmptyRoom isOrder={data.orderId !== null} isRequest={data.mine.isWaiting} name={name} />}
        />
      </PictureViewer>
      <Notices page={data} room={room} other={other} name={name} />
      {!room.hasEnded && other && canWrite && (
        <>
          <div hidden={isEditing}>{attachments.tray}</div>
          <Composer
            key={act.subject?.type === 'edit' ? act.subject.message.id : ''}
            roomId={roomId}
            me={me}
            label={t`Write to ${name}`}
            field={field}
            subject={act.subject}
            author={act.subject?.message.user_id === me ? null : name}
            onCancel={act.cancel}
            attachments={attachments}
            onSend={(text) => attachments.sendWith(act.send, text)}
            onEdit={act.edit}
            onEditLast={act.editLast}
            onType={room.sendTyping}
            onOffer={data.orderId === null ? () => offers.actions.open({ type: 'new' }) : undefined}
          />
        </>
      )}
      {offers.task && (
        <OfferDialogs
          task={offers.task}
          roomId={roomId}
          me={me}
          name={name}
          messages={room.state.messages}
          onStored={room.show}
          onClose={offers.close}
        />
      )}
      {other && reports.dialog(other.user_id, name, room.state.messages)}
      {act.deleting && (
        <Suspense>
          <DeleteMessageDialog
            message={act.deleting}
            onDelete={({ id }) => room.change({ type: 'delete', messageId: id })}
            onClose={act.stopDeleting}
          />
        </Suspense>
      )}
    </DropSection>
  )
}

/** What a room without messages is for. */
function EmptyRoom({ isOrder, isRequest, name }: { isOrder: boolean; isRequest: boolean; name: string }) {
  return (
    <div className={css.empty}>
      <Drawing name="chat" />
      <p>
        {isOrder ? (
          <Trans>Write about this order here. {name} receives your messages at once.</Trans>
        ) : isRequest ? (
          <Trans>
            No messages yet. Your first ones arrive as a request: until {name} answers, you can send {MAX_WAITING} of them.
          </Trans>
        ) : (
          <Trans>No messages yet. Write the first one; {name} receives it at once.</Trans>
        )}
      </p>
    </div>
  )
}

interface NoticesProps {
  page: RoomPage
  room: OpenRoom
  /** Undefined if the account was deleted. */
  other: Member | undefined
  name: string
}

/** What is above the composer: the state of the connection, and a request or a block between the two members. */
function Notices({ page, room, other, name }: NoticesProps) {
  // While offline, only the notice of the page is shown, not the notice of the room.
  const online = useOnline()
  const isSuspended = Boolean(useViewer()?.suspension)
  return (
    <>
      {room.isStalled && online && (
        <p className={css.notice} role="status">
          <Trans>Reconnecting… Your messages will be sent automatically.</Trans>
        </p>
      )}
      {room.hasEnded ? (
        <p className={css.notice} role="alert">
          <Trans>You are no longer part of this conversation.</Trans>
        </p>
      ) : !other ? (
        <p className={css.notice} role="status">
          <Trans>The other person’s account was deleted. You can still read this conversation.</Trans>
        </p>
      ) : isSuspended && page.orderId === null ? (
        <p className={css.notice} role="status">
          <Trans>You cannot write here while your account is suspended. In the conversations about orders you can.</Trans>
        </p>
      ) : (
        <RoomStanding page={page} other={other.user_id} name={name} isEmpty={room.state.messages.length === 0} />
      )}
    </>
  )
}

interface HeadProps {
  page: RoomPage
  room: OpenRoom
  /** Undefined if the account was deleted. */
  other: Member | undefined
  name: string
  back: string | undefined
  onReport: () => void
}

/** The other member, and whether they are online or writing. */
function Head({ page, room, other, name, back, onReport }: HeadProps) {
  const { t } = useLingui()
  const here = other !== undefined && room.state.present.includes(other.user_id)
  return (
    <header className={css.head}>
      {back && <Back href={back} />}
      <Avatar name={name} image={other?.image} size={38} />
      <div className={css.who}>
        <h2 className="cut">{other?.name ? <Link href={paths.person(other.user_id)}>{name}</Link> : name}</h2>
        {room.state.typing.length > 0 ? (
          <p className={css.here}>
            <Trans>writing…</Trans>
          </p>
        ) : (
          here && (
            <p className={css.here}>
              <Trans>online</Trans>
            </p>
          )
        )}
      </div>
      <MoreButton label={t`Conversation actions`} look={`${more.more} ${css.more}`}>
        <RoomMenu page={page} messages={room.state.messages} other={other?.user_id} name={name} onReport={onReport} />
      </MoreButton>
    </header>
  )
}

function Back({ href }: { href: string }) {
  const { t } = useLingui()
  return (
    <Link className={css.back} href={href} aria-label={t`Back to all conversations`}>
      <Icon name="left" />
    </Link>
  )
}

function RoomSkeleton() {
  return (
    <div className={css.room} aria-hidden="true">
      <div className={css.head}>
        <Skeleton width={38} height={38} round />
        <Skeleton width={140} height={18} />
      </div>
      <div className={css.waiting}>
        {[210, 150, 260, 180].map((width, i) => (
          <Skeleton key={width} width={width} height={i % 2 ? 44 : 64} />
        ))}
      </div>
    </div>
  )
}
