import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { RoomPage } from '../../../workers/chat/messages.schema.ts'
import { paths } from '../../lib/paths.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AboutCard } from './AboutCard.tsx'
import { SubjectCard } from './SubjectCard.tsx'
import { type OrderOfRoom, RoomOrder } from './use-room-order.ts'

/** What a room is about: its order, or the listing from which it was opened. */
export function RoomSubject({ page, about: { order, isLoading } }: { page: RoomPage; about: OrderOfRoom }) {
  if (page.orderId === null) return page.about && <AboutCard about={page.about} />
  const plain = (
    <SubjectCard
      href={paths.order(page.orderId, page.room_id)}
      picture={isLoading && <Skeleton width="100%" ratio="4 / 3" />}
      title={page.title ? <UserText text={page.title} /> : <Trans>Order</Trans>}
    >
      {isLoading && <Skeleton width={120} height={28} />}
    </SubjectCard>
  )
  if (!order || isLoading) return plain
  return (
    <Suspense fallback={plain}>
      <RoomOrder order={order} />
    </Suspense>
  )
}
