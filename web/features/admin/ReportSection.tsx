import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { ListState } from '../../lib/ListState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { AdminsOnly } from '../admin-pages/AdminFrame.tsx'
import css from './Reports.module.css'

/**
 * A list of reports, or of what is hidden, with its heading, for admins of the OrderBook contract. Without a text for an empty one, nothing is
 * rendered while it is empty.
 */
export function ReportSection({
  title,
  query,
  skeleton,
  empty,
  children,
}: {
  title: string
  query: UseInfiniteQueryResult
  skeleton?: ReactNode
  empty?: ReactNode
  children: ReactNode[]
}) {
  const isRefused = query.error instanceof ApiError && query.error.status === 403
  const isEmpty = !children.length && !query.hasNextPage
  if (isRefused) return empty ? <AdminsOnly contract="OrderBook" /> : null
  if (!empty && isEmpty && !query.error) return null
  return (
    <section className={css.list} aria-label={title}>
      <h2>{title}</h2>
      <ListState queries={[query]} isEmpty={isEmpty} skeleton={skeleton} empty={empty}>
        <ul className={css.list}>{children}</ul>
        <LoadMore query={query} />
      </ListState>
    </section>
  )
}
