import { useEffect, useState } from 'react'

/** What a mail's link carries behind its `#`, which neither servers nor other pages get to see. Null for an address without one. */
const read = (): string | null => /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null

/** Takes the token out of the address, once it has done its work: it stays in no history. `done` is there after a reload as well. */
export const dropToken = (done?: string): void => history.replaceState({ ...history.state, done }, '', location.pathname + location.search)

/** What {@link dropToken} left. */
export const doneBefore = (): string | null => (history.state as { done?: string } | null)?.done ?? null

interface Opened {
  token: string | null
  /** Counts links that were opened in the same tab, which loads no page: what was known of the one before holds no more. */
  times: number
}

/** The link that was opened last. */
export function useMailToken(): Opened {
  const [opened, setOpened] = useState<Opened>(() => ({ token: read(), times: 0 }))
  useEffect(() => {
    const look = () => {
      const token = read()
      if (token) setOpened(({ times }) => ({ token, times: times + 1 }))
    }
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return opened
}
