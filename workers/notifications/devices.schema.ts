import { maxLength, object, pipe, regex, string, url } from 'valibot'
import { numericId } from '../shared/numbers.schema.ts'

/** The maximum number of devices of a member. One more replaces the oldest. */
export const MAX_DEVICES = 10

/** A browser that gets pushes. */
export interface Device {
  id: number
  /** `Firefox`, `Chrome`, …; '' if unknown. */
  browser: string
  /** `Windows`, `iOS`, …; '' if unknown. */
  os: string
  /** When pushes were turned on there, UTC seconds. */
  createdAt: number
  /** Whether it is the browser of this request. */
  current: boolean
}

export interface DevicePage {
  /** The key that the browser passes to its push service, base64url. */
  key: string
  /**
   * The id of the caller's session, as in getSessions. A browser adds itself again in a new session, but not after the member has removed
   * it.
   */
  session: string
  devices: Device[]
}

/** Body of addDevice: a push subscription, as its `toJSON` in the browser returns it. */
export const addDeviceRequest = object({
  endpoint: pipe(string(), maxLength(1000), url()),
  keys: object({
    // `p256dh` has 65 bytes, the first of which is 4; `auth` has 16 bytes.
    p256dh: pipe(string(), regex(/^B[\w-]{86}$/, 'key')),
    auth: pipe(string(), regex(/^[\w-]{22}$/, 'key')),
  }),
})
/** Body of removeDevice. */
export const removeDeviceRequest = object({ id: numericId })

/**
 * The push services of the browsers. We send to no other address, because the member chooses the address (SSRF). Sources: Chromium (FCM)
 * https://firebase.google.com/docs/cloud-messaging, Firefox https://mozilla-push-service.readthedocs.io, Safari
 * https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers, Edge
 * https://learn.microsoft.com/windows/apps/develop/notifications/push-notifications/wns-overview
 */
const PUSH_SERVICES = [
  /^fcm\.googleapis\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /(^|\.)push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

/** Whether an address belongs to a browser's push service. `local` is the origin of the local push service, if there is one. */
export function isPushEndpoint(endpoint: string, local?: string): boolean {
  const address = URL.parse(endpoint)
  if (!address || address.username || address.password || address.hash) return false
  if (local && address.origin === local) return true
  return address.protocol === 'https:' && address.port === '' && PUSH_SERVICES.some((host) => host.test(address.hostname))
}
