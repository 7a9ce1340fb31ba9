import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { RoomPage } from '../../workers/chat/messages.schema.ts'
import type { Evidence } from '../../workers/orders/evidence.schema.ts'
import { chat, orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { idempotencyHeader } from './idempotency-header.ts'

/** What both parties have submitted in an order, oldest first. */
export const evidenceQuery = (orderId: string) =>
  queryOptions({
    queryKey: keys.evidence(orderId),
    queryFn: async (): Promise<Evidence[]> => (await (await orders.getEvidence.$get({ query: { orderId } })).json()).evidence,
  })

/** A statement, the paths of attachments, and numbers of messages in the order's room. */
interface NewEvidence {
  statement: string
  files: string[]
  messages: number[]
}

/** Submits evidence. With the same `attempt` it is stored once, also if it is sent again because the answer was lost. */
export async function submitEvidence(orderId: string, attempt: string, content: NewEvidence): Promise<void> {
  const json = { orderId, ...content }
  const { evidence } = await (await orders.addEvidence.$post({ json }, { headers: await idempotencyHeader(attempt, json) })).json()
  queryClient.setQueryData(evidenceQuery(orderId).queryKey, evidence)
}

/** Submits the evidence of a form, see {@link submitEvidence}. */
export const useSubmitEvidence = (orderId: string, attempt: string) =>
  useMutation({
    mutationFn: (content: NewEvidence) => submitEvidence(orderId, attempt, content),
    // After a failure too, because the dispute may have ended.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.order(orderId) }),
  })

/** The messages of a room to choose from, in pages, the newest page first. */
export const roomMessagesQuery = (roomId: string) =>
  infiniteQueryOptions({
    queryKey: keys.roomMessages(roomId),
    queryFn: async ({ pageParam, signal }): Promise<RoomPage> =>
      (await chat.getRoomMessages.$get({ query: { roomId, before: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: ({ more, messages }) => (more && messages[0] ? String(messages[0].seq) : null),
    staleTime: 0,
  })
