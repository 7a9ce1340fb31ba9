/** Addresses of the pages for admins. */
export const adminPaths = {
  panel: '/admin',
  applications: '/admin/applications',
  creators: '/admin/creators',
  /** The list of creators with a search for this text. */
  creatorsNamed: (text: string): string => `/admin/creators?text=${encodeURIComponent(text)}`,
  reports: '/admin/reports',
  /** A part of the reports, see `REPORT_TABS`. */
  reportsOf: (part: string): string => `/admin/reports?kind=${part}`,
  fees: '/admin/fees',
  tokens: '/admin/tokens',
  admins: '/admin/admins',
  treasury: '/admin/treasury',
  log: '/admin/log',
  disputes: '/admin/disputes',
  dispute: (orderId: string): string => `/admin/disputes/${orderId}`,
}

/** The pages of the panel. */
export type AdminPageName = Exclude<keyof typeof adminPaths, 'dispute' | 'creatorsNamed' | 'reportsOf'>

/** The contract whose admins see a page. Each has admins of its own; `any` is for the admins of both. */
export type AdminContract = 'OrderBook' | 'Platform' | 'any'
