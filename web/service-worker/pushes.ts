declare const self: ServiceWorkerGlobalScope

const FALLBACK = '/notifications/'

/** The options of notifications that TypeScript's library lacks. */
type Options = NotificationOptions & { renotify?: boolean; timestamp?: number }

/** The message of a push, made by workers/notifications/pushes.ts. */
interface PushMessage {
  title: string
  url: string
  body?: string
  tag?: string
  lang?: string
  /** UTC seconds. */
  at?: number
}

/** A browser may withdraw the permission of a site that shows nothing, so even an unreadable push shows something. */
function read(data: PushMessageData | null): PushMessage {
  try {
    return data!.json() as PushMessage
  } catch {
    return { title: 'Warren', url: FALLBACK }
  }
}

/** Shows a push as a notification. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { title, body, url, tag, lang, at } = read(data)
  const options: Options = { body, tag, lang, icon: '/icon-192.png', data: { url } }
  if (tag) options.renotify = true
  if (at) options.timestamp = at * 1000
  await self.registration.showNotification(title, options)
}

/** Opens the page of a notification that was pressed, in an open window if one shows it already. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { origin } = self.location
  const url = new URL((notification.data as { url?: string } | null)?.url ?? FALLBACK, origin)
  const address = url.origin === origin ? url.href : new URL(FALLBACK, origin).href
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The address of an open page may be longer: that of an order may also have its room, that of an event its title.
  const open = windows.find(({ url }) => url.startsWith(address) && /^([/?#]|$)/.test(url.slice(address.length)))
  await (open ? open.focus() : self.clients.openWindow(address))
}
