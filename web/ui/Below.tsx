import { type ReactNode, Suspense, useCallback, useState } from 'react'

/** Renders content that is below the first screen once the reader scrolls near it. */
export function Below({ children }: { children: ReactNode }) {
  const [near, setNear] = useState(false)
  const watch = useCallback((mark: HTMLDivElement | null) => {
    if (!mark) return
    const watching = new IntersectionObserver(([seen]) => seen!.isIntersecting && setNear(true), { rootMargin: '400px' })
    watching.observe(mark)
    return () => watching.disconnect()
  }, [])
  return near ? <Suspense>{children}</Suspense> : <div ref={watch} />
}
