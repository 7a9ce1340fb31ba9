import { useEffect, useState } from 'react'

/** The token after the `#` of a mail's link, which neither servers nor other pages see; null if there is none. */
const readToken = (): string | null => /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null

/** Removes the used token from the address and the history. `done` is kept over a reload. */
export const dropToken = (done?: string): void => history.replaceState({ ...history.state, done }, '', location.pathname + location.search)

/** The `done` of {@link dropToken}. */
export const doneBefore = (): string | null => (history.state as { done?: string } | null)?.done ?? null

interface OpenedLink {
  token: string | null
  /** The number of links opened in this tab. Such a link changes only the hash and loads no page, so the state must be reset. */
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
