// Apart from orders.schema.ts, because workers of other areas need nothing else of it.

/** Order statuses; the index is the number on chain. */
export const STATUS = ['proposed', 'accepted', 'cancelled', 'rejected', 'delivered', 'completed', 'disputed'] as const
export type Status = (typeof STATUS)[number]

export const TABS = ['open', 'requests', 'disputes', 'completed'] as const
export type Tab = (typeof TABS)[number]

/** The tab that lists the orders of a status. */
export const TAB_OF: Record<Status, Tab> = {
  proposed: 'requests',
  accepted: 'open',
  cancelled: 'completed',
  rejected: 'completed',
  delivered: 'open',
  completed: 'completed',
  disputed: 'disputes',
}

/** Numbers of the final statuses. */
export const FINAL_STATUSES: number[] = STATUS.flatMap((status, i) => (TAB_OF[status] === 'completed' ? [i] : []))
