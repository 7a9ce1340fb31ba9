import { MAX_SEARCH } from '../../../workers/orders/orders.schema.ts'
import { TABS } from '../../../workers/orders/statuses.schema.ts'
import type { OrderFilter } from '../../queries/orders.ts'

const ROLES = ['buyer', 'seller'] as const

/** Reads the filter of the orders from an address: `?tab=open&role=seller&q=logo`. Unknown values are ignored. */
export function readFilter(search: string): OrderFilter {
  const params = new URLSearchParams(search)
  return {
    tab: TABS.find((tab) => tab === params.get('tab')),
    role: ROLES.find((role) => role === params.get('role')),
    text: [...(params.get('q') ?? '')].slice(0, MAX_SEARCH).join(''),
  }
}

/** Writes the filter as the query of an address; '' for an empty filter. */
export function writeFilter({ tab, role, text }: OrderFilter): string {
  const params = new URLSearchParams({ ...(tab && { tab }), ...(role && { role }), ...(text && { q: text.toWellFormed() }) })
  return params.size ? `?${params}` : ''
}
