import { Suspense } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { OfferTask } from './use-offers.ts'

const OfferDialog = lazyComponent(() => import('./OfferDialog.tsx'), ['chat', 'applications', 'listing-editor'])
const PurchaseDialog = lazyComponent(() => import('../orders/PurchaseDialog.tsx'), ['orders', 'wallet'])

interface OfferDialogsProps {
  task: OfferTask
  roomId: string
  me: number
  /** The name of the other member. */
  name: string
  /** The messages of the room as they are now. */
  messages: Message[]
  onStored: (message: Message) => void
  onClose: () => void
}

/** The dialog of a task. They belong to the room, so that one stays open when the card of its offer is scrolled away. */
export function OfferDialogs({ task, roomId, me, name, messages, onStored, onClose }: OfferDialogsProps) {
  if (task.type !== 'pay') {
    return (
      <Suspense fallback={null}>
        <OfferDialog task={task} roomId={roomId} me={me} name={name} onStored={onStored} onClose={onClose} />
      </Suspense>
    )
  }
  const { id, edits = 0, offer } = task.message
  const { service, title, price, delivery, text } = offer!
  const now = messages.find((one) => one.id === id)
  return (
    <Suspense fallback={null}>
      <PurchaseDialog
        serviceId={service}
        seller={name}
        plan=""
        shown={{ title, price, hourly: false, delivery, description: text }}
        offer={{ roomId, messageId: id, edits }}
        offerNow={`${now?.edits ?? 0} ${now?.offer?.state}`}
        isPlanUnseen={text !== ''}
        onClose={onClose}
      />
    </Suspense>
  )
}
