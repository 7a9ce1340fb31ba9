import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { ApiError } from '../../lib/api-error.ts'
import { useOnline } from '../../lib/connection.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { paths } from '../../lib/paths.ts'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Drawing } from '../../ui/art/Drawing.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AboutCard } from './AboutCard.tsx'
import { Composer } from './Composer.tsx'
import { Messages } from './Messages.tsx'
import css from './Room.module.css'
import { useRoom } from './use-room.ts'

interface RoomProps {
  roomId: string
  /** The address of the back link on phones. Set in the messenger, where the room also links to its order. */
  back?: string
}

/** A room: its members, its messages and the composer. Fills the height of its parent. */
export function Room({ roomId, back }: RoomProps) {
  const viewer = useViewer()
  return viewer ? <OpenedRoom key={roomId} roomId={roomId} back={back} me={viewer.user_id} /> : <RoomSkeleton />
}

function OpenedRoom({ roomId, back, me }: RoomProps & { me: number }) {
  const { t } = useLingui()
  const room = useRoom(roomId, me)
  // While offline, only the notice of the page is shown, not the notice of the room.
  const online = useOnline()
  const field = useRef<HTMLTextAreaElement>(null)
  const { data, error, isFetching, refetch } = room.query
  const opened = data !== undefined
  // The room does not exist for this viewer, so a retry would not help.
  const refused = error instanceof ApiError && error.status === 403

  // Focuses the field, but not on touch devices, whose keyboard would cover the messages.
  useEffect(() => {
    if (opened && back && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [opened, back])

  if (!data) {
    if (!error) return <RoomSkeleton />
    return (
      <section className={css.room}>
        {back && <Back href={back} />}
        <ErrorState error={error} onRetry={refused ? undefined : () => void refetch()} busy={isFetching} />
      </section>
    )
  }

  const other = data.members.find((member) => member.user_id !== me)
  const name = other ? memberName(other.name, other.address) : t`Deleted account`
  const here = other !== undefined && room.state.present.includes(other.user_id)
  return (
    <section className={css.room} aria-label={t`Conversation with ${name}`}>
      <header className={css.head}>
        {back && <Back href={back} />}
        <Avatar name={name} image={other?.image} size={38} />
        <div className={css.who}>
          <h2 className="cut">{other?.name ? <Link href={paths.person(other.user_id)}>{name}</Link> : name}</h2>
          {room.state.typing.length > 0 ? (
            <p className={css.here}>
              <Trans>writing…</Trans>
            </p>
          ) : here ? (
            <p className={css.here}>
              <Trans>online</Trans>
            </p>
          ) : (
            data.title &&
            back && (
              <p className="cut mute">
                <UserText text={data.title} />
              </p>
            )
          )}
        </div>
        {back && data.orderId && (
          <Link className={css.order} href={paths.order(data.orderId, roomId)} title={data.title ?? undefined} aria-label={t`Order`}>
            <Icon name="box" />
            <span>
              <Trans>Order</Trans>
            </span>
          </Link>
        )}
      </header>
      {data.about && <AboutCard about={data.about} />}
      <Messages
        room={room}
        me={me}
        name={name}
        empty={
          <div className={css.empty}>
            <Drawing name="chat" />
            <p>
              {data.orderId ? (
                <Trans>Write about this order here. {name} receives your messages at once.</Trans>
              ) : (
                <Trans>No messages yet. Write the first one; {name} receives it at once.</Trans>
              )}
            </p>
          </div>
        }
      />
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
      ) : (
        <Composer roomId={roomId} label={t`Write to ${name}`} field={field} onSend={room.send} onType={room.sendTyping} />
      )}
    </section>
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
