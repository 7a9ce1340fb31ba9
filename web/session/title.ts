import { useEffect } from 'react'
import { brand } from '../brand.ts'

/** Names the page in the browser's tab and history: `Logo and identity · Warren`. */
export function useTitle(title?: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name
  }, [title])
}
