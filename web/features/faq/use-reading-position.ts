import { type RefObject, useEffect, useState } from 'react'

/** The height at which a section counts as being read (share of the window). */
const READING_LINE = 0.35

/**
 * The id of the section that is being read: the last one that starts in the upper third of the window or above it, or the last one at the
 * end of the page. `start` is the answer before anything is scrolled, and on a server.
 */
export function useReadingPosition(box: RefObject<HTMLElement | null>, start: string): string {
  const [id, set] = useState(start)
  useEffect(() => {
    const look = () => {
      const sections = [...box.current!.querySelectorAll<HTMLElement>('section[id]')]
      const { scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2
      const read = isAtEnd ? sections : sections.filter((section) => section.getBoundingClientRect().top < innerHeight * READING_LINE)
      const last = read.at(-1) ?? sections[0]
      if (last) set(last.id)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [box])
  return id
}
