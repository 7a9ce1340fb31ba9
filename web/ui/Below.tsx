import { type ReactNode, Suspense, useState } from 'react'

/** A ref of an element that calls `onNear` once the reader scrolls near it. */
export const whenNear = (onNear: () => void) => (mark: Element | null) => {
  if (!mark) return
  const watching = new IntersectionObserver(([seen]) => seen!.isIntersecting && onNear(), { rootMargin: '400px' })
  watching.observe(mark)
  return () => watching.disconnect()
}

/** Renders content that is below the first screen once the reader scrolls near it. */
export function Below({ children }: { children: ReactNode }) {
  const [near, setNear] = useState(false)
  const [watch] = useState(() => whenNear(() => setNear(true)))
  return near ? <Suspense>{children}</Suspense> : <div ref={watch} />
}
