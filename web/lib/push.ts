/** Whether this browser can show pushes. `home`: only once the site is added to the home screen (iPhone and iPad). */
export type PushSupport = 'yes' | 'no' | 'home'

/** Finds out whether this browser can show pushes. */
export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes'
  // An iPad reports the platform of a Mac.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  return isApple && (navigator as { standalone?: boolean }).standalone === false ? 'home' : 'no'
}

const decode = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const isSame = (a: Uint8Array, b: ArrayBuffer | null | undefined) => b && String(a) === String(new Uint8Array(b))

/** What the server needs of a subscription. */
export interface PushSubscriptionBody {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/**
 * Subscribes this browser to pushes with the server's public key (base64url), or returns its subscription. The browser asks for permission
 * if it has not been given. Throws if it is refused, or the push service cannot be reached.
 */
export async function subscribe(key: string): Promise<PushSubscriptionBody> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = decode(key)
  const known = await pushManager.getSubscription()
  // A subscription with another key of the server cannot be used any more.
  if (known && !isSame(applicationServerKey, known.options.applicationServerKey)) await known.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionBody
  return { endpoint, keys }
}

const registration = async () => ('serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined)

/** Ends the subscription of this browser, if there is one. */
export async function unsubscribe(): Promise<void> {
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Removes the notifications that the browser shows, and ends its subscription, so that the push service does not deliver what is still
 * waiting there. For a logout: the next session of the same member subscribes again.
 */
export async function endPushes(): Promise<void> {
  for (const shown of (await (await registration())?.getNotifications()) ?? []) shown.close()
  await unsubscribe()
}
