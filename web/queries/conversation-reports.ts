import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { ConversationDecision, ConversationReportPage, HiddenMessagesPage } from '../../workers/orders/conversation-reports.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The open reports about messages, oldest first; for admins. */
export const conversationReportsQuery = infiniteQueryOptions({
  queryKey: keys.conversationReportList('open'),
  queryFn: async ({ pageParam, signal }): Promise<ConversationReportPage> =>
    (await orders.getConversationReports.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  retry: false,
})

/** The hidden messages by report, the newest report first; for admins. */
export const hiddenMessagesQuery = infiniteQueryOptions({
  queryKey: keys.conversationReportList('hidden'),
  queryFn: async ({ pageParam, signal }): Promise<HiddenMessagesPage> =>
    (await orders.getHiddenMessages.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  retry: false,
})

/** Hides reported messages or leaves them, or shows hidden ones again. */
export const useDecideConversationReport = (id: number) =>
  useMutation({
    mutationFn: async (action: ConversationDecision['action']) => {
      await orders.decideConversationReport.$post({ json: { id, action } })
    },
    // After a failure too, because another admin may have decided.
    onSettled: () => {
      for (const queryKey of [keys.conversationReports, keys.panel]) void queryClient.invalidateQueries({ queryKey })
    },
  })
