import { queryClient } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { store } from '../lib/storage.ts'
import { isRecent, readList } from '../lib/stored-json.ts'
import { postMessage } from './chat.ts'
import { submitEvidence } from './evidence.ts'
import { orderQuery } from './orders.ts'

/**
 * The reason for a dispute, as a text for the conversation and for the evidence. It is stored from the request to the wallet until it is in
 * both.
 */
interface DisputeReason {
  userId: number
  orderId: string
  /** The order's room; '' without one. */
  roomId: string
  /** One for each dialog, so that the message and the evidence are stored once: see {@link postMessage} and {@link submitEvidence}. */
  clientId: string
  text: string
  /** The refund that is asked for (basis points). */
  refund: number
  /** UTC seconds. */
  at: number
}

const KEY = 'warren.reasons'
const SAMPLE: DisputeReason = { userId: 0, orderId: '', roomId: '', clientId: '', text: '', refund: 0, at: 0 }
/** How long to wait for a transaction to appear on chain (seconds). */
const MAX_AGE = 7 * 86_400

const read = () => readList(KEY, SAMPLE).filter(({ at }) => isRecent(at, MAX_AGE))
const write = (all: DisputeReason[]): void => void store(KEY, all.length ? JSON.stringify(all) : null)

/**
 * Stores a reason before the wallet is asked to open the dispute, so that a reload does not lose it. It replaces the reason of the same
 * dialog and refund. A reason for another refund stays, because the person may still confirm its request.
 */
export function rememberReason(reason: Omit<DisputeReason, 'at'>): void {
  const isReplaced = ({ clientId, refund }: DisputeReason) => clientId === reason.clientId && refund === reason.refund
  write([...read().filter((one) => !isReplaced(one)), { ...reason, at: Math.floor(Date.now() / 1000) }])
}

/** Forgets the reasons of a dialog. */
export const forgetReason = (clientId: string): void => write(read().filter((one) => one.clientId !== clientId))

/** Forgets all reasons of an order once the reason of its dispute is sent. An order can be disputed only once. */
export const forgetReasons = (orderId: string): void => write(read().filter((one) => one.orderId !== orderId))

/**
 * Sends a reason to the order's room, then submits it as evidence, which the arbitrators see too. Then forgets the reasons of the order.
 * Safe to repeat. While the dispute is not recorded, the order accepts no evidence: the reason stays stored, and is sent again once its
 * page shows the dispute. A dispute that has ended needs no evidence.
 */
export async function sendReason({ orderId, roomId, clientId, text }: Omit<DisputeReason, 'at' | 'userId' | 'refund'>): Promise<void> {
  if (roomId) await postMessage(roomId, { clientId, text })
  try {
    await submitEvidence(orderId, clientId, { statement: text, files: [], messages: [] })
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 'evidence_closed' && error.code !== 'evidence_limit')) throw error
    if (!(await findDispute(orderId))) return
  }
  forgetReasons(orderId)
}

/** Reads the event that opened the dispute of an order; undefined while it is not recorded. */
const findDispute = async (orderId: string) =>
  (await queryClient.fetchQuery({ ...orderQuery(orderId), staleTime: 0 })).history.find(({ name }) => name === 'DisputeOrder')

/**
 * Sends the stored reasons of this member whose disputes are on chain. If an order has several, sends the newest one that asks for the
 * refund of the dispute, and forgets the others. Errors are not shown: the next visit tries again.
 */
export async function sendReasons(userId: number): Promise<void> {
  const all = read()
  write(all)
  const own = all.filter((one) => one.userId === userId)
  await Promise.allSettled(
    [...new Set(own.map(({ orderId }) => orderId))].map(async (orderId) => {
      const dispute = await findDispute(orderId)
      if (!dispute) return
      const reason = own.findLast((one) => one.orderId === orderId && one.refund === dispute.amount)
      if (reason) await sendReason(reason)
      else forgetReasons(orderId)
    }),
  )
}
