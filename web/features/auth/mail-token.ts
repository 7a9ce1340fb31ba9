import { useEffect, useState } from 'react'

/** Reads the token after the `#` of a mail's link, which browsers do not send to any server. */
function readLink(): Pick<OpenedLink, 'token' | 'isBroken'> {
  const token = /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null
  return { token, isBroken: token === null && location.hash !== '' }
}

/** Removes the used token from the address and the history. `done` is stored there instead and survives a reload. */
export const dropToken = (done?: string): void => history.replaceState({ ...history.state, done }, '', location.pathname + location.search)

/** The value of `done` that {@link dropToken} stored; null if there is none. */
export const doneBefore = (): string | null => (history.state as { done?: string } | null)?.done ?? null

interface OpenedLink {
  /** The token of the link; null if there is none. */
  token: string | null
  /** Whether the address has something after the `#` that is no token, such as a part of one. */
  isBroken: boolean
  /** How many more links were opened on this page. They change only the hash and load no page, so the page's state must be reset. */
  times: number
}

/** The mail link that was opened last. */
export function useMailToken(): OpenedLink {
  const [opened, setOpened] = useState<OpenedLink>(() => ({ ...readLink(), times: 0 }))
  useEffect(() => {
    const onHashChange = () => {
      const link = readLink()
      if (link.token) setOpened(({ times }) => ({ ...link, times: times + 1 }))
    }
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  return opened
}
