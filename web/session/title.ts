import { useEffect } from 'react'
import { brand } from '../brand.ts'

let name: string = brand.name
let unread = 0
const show = () => {
  document.title = unread ? `(${unread > 99 ? '99+' : unread}) ${name}` : name
}

/** Sets the title of the page: `Logo and identity · Warren`. */
export function useTitle(title?: string | null): void {
  useEffect(() => {
    name = title ? `${title} · ${brand.name}` : brand.name
    show()
  }, [title])
}

/**
 * Shows the number of unread messages before the title of the page, and with the unread notifications on the icon of the installed app where
 * the browser can. A number before the title *Messages* would be read as one of messages, so notifications are not in it.
 */
export function useUnreadInTitle({ messages, notifications }: { messages: number; notifications: number }): void {
  useEffect(() => {
    unread = messages
    show()
    return () => {
      unread = 0
      show()
    }
  }, [messages])
  const all = messages + notifications
  useEffect(() => {
    // The promise is rejected if the app is not installed.
    void navigator.setAppBadge?.(all).catch(() => {})
    return () => void navigator.clearAppBadge?.().catch(() => {})
  }, [all])
}
