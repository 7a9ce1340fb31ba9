import { queryClient } from '../lib/api.ts'
import { store } from '../lib/storage.ts'
import { readList } from '../lib/stored-json.ts'
import { postMessage } from './chat.ts'
import { orderQuery } from './orders.ts'

/** The message with the reason for a dispute. It is stored from the request to the wallet until it is in the conversation. */
interface DisputeReason {
  userId: number
  /** An order can be disputed once, so it has one reason. */
  orderId: string
  roomId: string
  /** The message's id: see {@link postMessage}. */
  clientId: string
  text: string
  /** UTC seconds. */
  at: number
}

const KEY = 'warren.reasons'
const SAMPLE: DisputeReason = { userId: 0, orderId: '', roomId: '', clientId: '', text: '', at: 0 }
/** After this time a transaction that is not on chain is not expected any more (seconds). */
const MAX_AGE = 7 * 86_400

const read = () => readList(KEY, SAMPLE).filter(({ at }) => Date.now() / 1000 - at < MAX_AGE)
const write = (all: DisputeReason[]): void => void store(KEY, all.length ? JSON.stringify(all) : null)

/** Stores a reason before the wallet is asked to open the dispute, so that a reload does not lose it. Replaces the order's earlier one. */
export function rememberReason(reason: Omit<DisputeReason, 'at'>): void {
  forgetReason(reason.orderId)
  write([...read(), { ...reason, at: Math.floor(Date.now() / 1000) }])
}

export const forgetReason = (orderId: string): void => write(read().filter((one) => one.orderId !== orderId))

/** Sends the stored reasons of this member whose disputes are on chain. Errors are not shown: the next visit tries again. */
export async function sendReasons(userId: number): Promise<void> {
  const own = read().filter((one) => one.userId === userId)
  await Promise.allSettled(
    own.map(async ({ orderId, roomId, clientId, text }) => {
      const { history } = await queryClient.fetchQuery({ ...orderQuery(orderId), staleTime: 0 })
      if (!history.some(({ name }) => name === 'DisputeOrder')) return
      await postMessage(roomId, clientId, text)
      forgetReason(orderId)
    }),
  )
}
