import { useLayoutEffect, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The seconds a limit asks to wait; 0 for every other failure. */
function asked(error: unknown): number {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return 0
  const { retryAfter } = (error.details ?? {}) as { retryAfter?: unknown }
  return typeof retryAfter === 'number' ? retryAfter : 60
}

/** How many seconds a limit still asks to wait, counted down to 0. A form takes nothing meanwhile. */
export function useWait(error: unknown): number {
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const until = Date.now() + 1000 * asked(error)
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

/** What went wrong with a form; `wait` is what is left of a limit, whose end makes it go away. */
export function Failure({ error, wait }: { error: unknown; wait: number }) {
  if (!asked(error)) return <Notice tone="rose">{errorText(error)}</Notice>
  if (wait === 0) return null
  return (
    <Notice tone="amber">
      {/* Said once; the numbers that run are for the eye. */}
      <span className="unseen">{errorText(error)}</span>
      <span aria-hidden="true" className="num">
        {errorText(new ApiError('too_many_requests', 429, { retryAfter: wait }))}
      </span>
    </Notice>
  )
}
