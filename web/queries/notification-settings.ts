import { queryOptions, useMutation } from '@tanstack/react-query'
import type { hc } from 'hono/client'
import type { NotificationsApi } from '../../workers/notifications/index.ts'
import type { NotificationSettings } from '../../workers/notifications/settings.schema.ts'
import { client, queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

const notifications = client<ReturnType<typeof hc<NotificationsApi>>>('/api/notifications')

/** What the viewer wants to be notified about, where and when. */
export const notificationSettingsQuery = queryOptions({
  queryKey: keys.notificationSettings,
  queryFn: async (): Promise<NotificationSettings> => (await notifications.getSettings.$get()).json(),
})

/** What setSettings stores. */
export type ChosenSettings = Pick<NotificationSettings, 'off' | 'quiet'> & { timeZone: string }

/** Stores the settings. They are shown at once; if they cannot be stored, the old ones are shown again. */
export const useSetNotificationSettings = (onError: (error: Error) => void) =>
  useMutation({
    mutationFn: async (json: ChosenSettings) => (await notifications.setSettings.$post({ json })).json(),
    // One after the other, so that the last change is the one that stays.
    scope: { id: 'notificationSettings' },
    onMutate: async (chosen) => {
      // An answer that is on its way would replace what is chosen now by what was stored before.
      await queryClient.cancelQueries({ queryKey: keys.notificationSettings })
      queryClient.setQueryData(notificationSettingsQuery.queryKey, (stored) => (stored ? { ...stored, ...chosen } : undefined))
    },
    onError: (error) => {
      onError(error)
      return queryClient.invalidateQueries({ queryKey: keys.notificationSettings })
    },
  })

/** Turns off the mails of one topic by the token of a mail's link; needs no login. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: async (token: string) => (await notifications.unsubscribe.$post({ query: { token } })).json(),
    onSuccess: () =>
      Promise.all([keys.notificationSettings, keys.chatSettings].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
