import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False on a server and while the browser takes over the server's HTML, then true. For what only a browser can render. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
