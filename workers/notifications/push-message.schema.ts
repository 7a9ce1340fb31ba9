/** What a push contains, encrypted: all that the service worker needs to show the notification. */
export interface PushMessage {
  title: string
  /** The title of the order or event. It may be empty. */
  body: string
  /** The page that a click opens, in the app's origin. */
  url: string
  /** A notification replaces one with the same tag. */
  tag: string
  lang: string
  /** When the event happened, UTC seconds. */
  at: number
}
