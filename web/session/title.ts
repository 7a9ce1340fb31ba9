import { useEffect } from 'react'
import { brand } from '../brand.ts'

/** Sets the title of the page: `Logo and identity · Warren`. */
export function useTitle(title?: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name
  }, [title])
}
