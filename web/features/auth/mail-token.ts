import { useEffect, useState } from 'react'

/** The token after the `#` of a mail's link, which browsers do not send to any server; null if there is none. */
const readToken = (): string | null => /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null

/** Removes the used token from the address and the history. `done` is stored there instead and survives a reload. */
export const dropToken = (done?: string): void => history.replaceState({ ...history.state, done }, '', location.pathname + location.search)

/** The value of `done` that {@link dropToken} stored; null if there is none. */
export const doneBefore = (): string | null => (history.state as { done?: string } | null)?.done ?? null

interface OpenedLink {
  token: string | null
  /** How many more links were opened on this page. They change only the hash and load no page, so the page's state must be reset. */
  times: number
}

/** The mail link that was opened last. */
export function useMailToken(): OpenedLink {
  const [opened, setOpened] = useState<OpenedLink>(() => ({ token: readToken(), times: 0 }))
  useEffect(() => {
    const onHashChange = () => {
      const token = readToken()
      if (token) setOpened(({ times }) => ({ token, times: times + 1 }))
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  return opened
}
