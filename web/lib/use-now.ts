import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Now in UTC seconds, updated every minute, so that deadlines on screen stay correct. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
