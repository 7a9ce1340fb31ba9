import type { ReactNode } from 'react'
import { config } from '../../lib/page-data.ts'

interface ExplorerLinkProps {
  /** The path of the page in a block explorer. */
  to: `tx/${string}` | `address/${string}`
  className?: string | undefined
  children: ReactNode
}

/** A link to a transaction or address in the chain's block explorer; only its text where there is no explorer, as in the local world. */
export function ExplorerLink({ to, className, children }: ExplorerLinkProps) {
  const { explorer } = config()
  if (!explorer) return <span title={to.split('/')[1]}>{children}</span>
  return (
    <a className={className} href={`${explorer}/${to}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
