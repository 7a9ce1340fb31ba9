import { queryOptions, useMutation } from '@tanstack/react-query'
import type { hc } from 'hono/client'
import type { DevicePage } from '../../workers/notifications/devices.schema.ts'
import type { NotificationsApi } from '../../workers/notifications/index.ts'
import { client, queryClient } from '../lib/api.ts'
import { subscribe, unsubscribe } from '../lib/push.ts'
import { keys } from '../lib/query-keys.ts'
import { readStored, store } from '../lib/storage.ts'

const notifications = client<ReturnType<typeof hc<NotificationsApi>>>('/api/notifications')

/** The storage key of the member, session and endpoint for which pushes are on in this browser. Example of the text: `7 0f… https://…`. */
const STORED = 'warren.push'

/** The browsers in which the viewer gets pushes. */
export const devicesQuery = queryOptions({
  queryKey: keys.devices,
  queryFn: async (): Promise<DevicePage> => (await notifications.getDevices.$get()).json(),
})

const show = (page: DevicePage) => queryClient.setQueryData(devicesQuery.queryKey, page)

async function addDevice(userId: number, key: string): Promise<void> {
  const json = await subscribe(key)
  const page: DevicePage = await (await notifications.addDevice.$post({ json })).json()
  show(page)
  store(STORED, `${userId} ${page.session} ${json.endpoint}`)
}

async function removeDevice(id: number, isThis: boolean): Promise<void> {
  show(await (await notifications.removeDevice.$post({ json: { id } })).json())
  if (isThis) await forget()
}

async function forget(): Promise<void> {
  store(STORED, null)
  await unsubscribe()
}

/** Turns on pushes in this browser for a member. The browser asks for permission. */
export const useAddDevice = (onError: (error: Error) => void) =>
  useMutation({ mutationFn: ({ userId, key }: { userId: number; key: string }) => addDevice(userId, key), onError })

/** Turns off pushes in a browser. `isThis` says whether it is this one. */
export const useRemoveDevice = (onError: (error: Error) => void) =>
  useMutation({ mutationFn: ({ id, isThis }: { id: number; isThis: boolean }) => removeDevice(id, isThis), onError })

/**
 * Turns pushes on again in this browser if the member had turned them on. They end with the session, and the push service may have given
 * the browser another address. They stay off for another member, without permission, and after the member has removed this browser.
 */
export async function renewDevice(userId: number): Promise<void> {
  const [member, before, endpoint] = readStored(STORED)?.split(' ') ?? []
  if (member !== String(userId) || globalThis.Notification?.permission !== 'granted') return
  const { key, session, devices } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
  const isRemoved = session === before && !devices.some(({ current }) => current)
  if (isRemoved) return forget()
  const subscription = await subscribe(key)
  if (session !== before || subscription.endpoint !== endpoint) await addDevice(userId, key)
}
