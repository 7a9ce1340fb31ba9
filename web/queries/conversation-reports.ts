import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { ConversationReportPage } from '../../workers/orders/conversation-reports.schema.ts'
import { orders, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The open reports about messages, oldest first; for admins. */
export const conversationReportsQuery = infiniteQueryOptions({
  queryKey: keys.conversationReports,
  queryFn: async ({ pageParam }): Promise<ConversationReportPage> =>
    (await orders.getConversationReports.$get({ query: { cursor: pageParam ?? undefined } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  retry: false,
})

/** Closes a report about messages. */
export const useCloseConversationReport = () =>
  useMutation({
    mutationFn: async (id: number) => {
      await orders.closeConversationReport.$post({ json: { id } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.conversationReports }),
  })
