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

/** Shows how much is unread before the title of the page, and on the icon of the installed app where the browser can. */
export function useUnreadInTitle(count: number): void {
  useEffect(() => {
    unread = count
    show()
    // The promise is rejected if the app is not installed.
    void navigator.setAppBadge?.(count).catch(() => {})
    return () => {
      unread = 0
      show()
      void navigator.clearAppBadge?.().catch(() => {})
    }
  }, [count])
}
