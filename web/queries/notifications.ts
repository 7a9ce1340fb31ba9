import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { hc } from 'hono/client'
import { useEffect } from 'react'
import type { NotificationsApi } from '../../workers/notifications/index.ts'
import type { NotificationPage, ThingKind } from '../../workers/notifications/notifications.schema.ts'
import { client, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { notificationPushes } from '../session/inbox.ts'

/** Not in api.ts with the other clients, because that file is loaded with the first page. */
const notifications = client<ReturnType<typeof hc<NotificationsApi>>>('/api/notifications')

/** How often to poll (ms). The inbox reports changes at once, so polling matters only if the inbox cannot be reached. */
const POLL_MS = 300_000

/** The number of the viewer's unread notifications; the server counts up to 100. */
export const unreadQuery = queryOptions({
  queryKey: keys.unreadNotifications,
  queryFn: async (): Promise<number> => (await (await notifications.getUnreadCount.$get()).json()).unread,
  refetchInterval: POLL_MS,
})

/** The viewer's notifications, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: keys.notifications,
  queryFn: async ({ pageParam, signal }): Promise<NotificationPage> =>
    (await notifications.getNotifications.$get({ query: { cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** What to mark as read: one notification, all up to one, or all about a thing. */
type Which = { id: number } | { upTo: number } | { kind: ThingKind; id: string }

async function markRead(which: Which): Promise<void> {
  const answer =
    'upTo' in which
      ? await notifications.markAllRead.$post({ json: which })
      : 'kind' in which
        ? await notifications.markThingRead.$post({ json: which })
        : await notifications.markRead.$post({ json: which })
  queryClient.setQueryData(unreadQuery.queryKey, (await answer.json()).unread)
  await queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey, exact: true })
}

/** Marks notifications as read. */
export const useMarkRead = () => useMutation({ mutationFn: markRead })

/**
 * Marks the notifications about a thing as read while the viewer sees it: now, and when another one may have arrived, whatever the number of
 * unread ones is: it leaves out hidden ones, which would still be mailed and pushed. Not while `id` is undefined.
 */
export function useMarkThingRead(kind: ThingKind, id: string | undefined): void {
  const pushes = notificationPushes.use()
  const { mutate } = useMarkRead()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each push may be about this thing
  useEffect(() => {
    if (id === undefined) return
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ kind, id })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [kind, id, pushes, mutate])
}
