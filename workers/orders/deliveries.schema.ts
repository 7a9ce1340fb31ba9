import { array, check, maxLength, object, optional, pipe } from 'valibot'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { characters } from '../shared/text.schema.ts'
import { multiLineText } from '../shared/text-fields.schema.ts'
import { type Order, type Role, STATUS, type Status, statusOf } from './orders.schema.ts'

/** Maximum characters of the message of a delivery and of a change request, and maximum number of files of a delivery. */
export const DELIVERY_LIMITS = { message: 2000, changes: 1000, files: 10 } as const
/** Minimum characters of a change request. */
export const MIN_CHANGES = 10

/**
 * How many change requests an order includes if its terms do not say it: for a bid, an old quote, or without a quote. Also the default of a
 * new plan.
 */
export const DEFAULT_REVISIONS = 1

/** The statuses in which the buyer sees the deliveries. Before that, the seller may have prepared one. */
const DELIVERED: readonly Status[] = ['delivered', 'disputed', 'completed']
export const DELIVERED_STATUSES = DELIVERED.map((status) => STATUS.indexOf(status))

/** A file of a delivery. `path` is for downloadPrivateFile, `size` in bytes. */
export interface DeliveredFile {
  path: string
  filename: string
  size: number
}

/** A delivery by the seller, or the changes that the buyer then requested. They take turns, so the latest says whose turn it is. */
export interface DeliveryStep {
  id: string
  kind: 'delivery' | 'changes'
  message: string
  files: DeliveredFile[]
  /** UTC seconds. */
  at: number
}

/** How many change requests are left. */
export const changesLeft = ({ revisions }: Pick<Order, 'revisions'>, steps: readonly DeliveryStep[]): number =>
  Math.max(0, revisions - steps.filter(({ kind }) => kind === 'changes').length)

/** The fields of an order that the rules of its deliveries depend on. */
export type DeliveredOrder = Pick<Order, 'status_' | 'revisions' | 'event'>

/**
 * Why a party cannot take the next step of a delivery now; null if they can. The seller's step is a delivery, the buyer's a change request.
 * Until the order is delivered on chain, the delivery is only prepared, and the seller can replace it. A place at an event has no steps
 * after that: nobody can change an event that is over.
 */
export function deliveryFault(
  order: DeliveredOrder,
  role: Role,
  steps: readonly DeliveryStep[],
): Extract<ErrorCode, 'delivery_closed' | 'changes_closed' | 'revisions_used'> | null {
  const status = statusOf(order)
  const isSellersTurn = steps.at(-1)?.kind === 'changes'
  const isChangeable = status === 'delivered' && order.event === null
  if (role === 'seller') return status === 'accepted' || (isChangeable && (isSellersTurn || !steps.length)) ? null : 'delivery_closed'
  if (!isChangeable || isSellersTurn) return 'changes_closed'
  return changesLeft(order, steps) ? null : 'revisions_used'
}

/** Whether a delivery lacks the message or file that it must have. The host of an event hands over nothing, so both are optional there. */
export const isContentMissing = ({ event }: Pick<Order, 'event'>, { message, files }: { message: string; files: readonly unknown[] }) =>
  event === null && message === '' && files.length === 0

/** Whether no value of a list is in it twice. */
export const hasNoRepetition = <T>(values: T[]): boolean => new Set(values).size === values.length

/** Schema for the paths of up to `limit` finished attachments of the caller. */
export const attachmentPaths = (limit: number) =>
  optional(pipe(array(opaqueId), maxLength(limit, 'too_many'), check(hasNoRepetition, 'twice')), [])

/** Body of addDelivery, see {@link isContentMissing}. `files` are the paths of finished attachments of the caller. */
export const addDeliveryRequest = object({
  orderId: opaqueId,
  message: optional(multiLineText(DELIVERY_LIMITS.message), ''),
  files: attachmentPaths(DELIVERY_LIMITS.files),
})

/** Body of requestChanges. */
export const requestChangesRequest = object({
  orderId: opaqueId,
  message: pipe(
    multiLineText(DELIVERY_LIMITS.changes),
    check((text) => characters(text) >= MIN_CHANGES, 'too_short'),
  ),
})

/** Query of getDeliveries. */
export const deliveriesQuery = object({ orderId: opaqueId })
