import { useEffect } from 'react'
import { useLocation } from 'wouter'

/** Replaces an address in other letters, or with another slash at the end, by `path`, the one address of the page. */
export function useCanonicalAddress(path: string): void {
  const [pathname, navigate] = useLocation()
  const plain = (address: string) => address.replace(/\/$/, '').toLowerCase()
  const isSame = plain(pathname) === plain(path)
  useEffect(() => {
    if (isSame && pathname !== path) navigate(path + location.search + location.hash, { replace: true })
  }, [isSame, pathname, path, navigate])
}
