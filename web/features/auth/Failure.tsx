import { useLayoutEffect, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The seconds to wait after a rate limit; 0 for every other error. */
function secondsToWait(error: unknown): number {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return 0
  const { retryAfter } = (error.details ?? {}) as { retryAfter?: unknown }
  return typeof retryAfter === 'number' ? retryAfter : 60
}

/** The seconds left to wait after a rate limit, counted down to 0. Until then a form must send nothing. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const until = Date.now() + 1000 * secondsToWait(error)
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [error])
  return left
}

/** The error of a form. The error of a rate limit disappears once `wait` is 0. */
export function Failure({ error, wait }: { error: unknown; wait: number }) {
  if (!secondsToWait(error)) return <Notice tone="rose">{errorText(error)}</Notice>
  if (wait === 0) return null
  return (
    <Notice tone="amber">
      {/* Screen readers get the text once, without the countdown. */}
      <span className="unseen">{errorText(error)}</span>
      <span aria-hidden="true" className="num">
        {errorText(new ApiError('too_many_requests', 429, { retryAfter: wait }))}
      </span>
    </Notice>
  )
}
