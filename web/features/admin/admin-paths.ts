/** Addresses of the pages for admins. */
export const adminPaths = {
  panel: '/admin',
  applications: '/admin/applications',
  creators: '/admin/creators',
  reports: '/admin/reports',
  fees: '/admin/fees',
  tokens: '/admin/tokens',
  admins: '/admin/admins',
  treasury: '/admin/treasury',
  log: '/admin/log',
  disputes: '/admin/disputes',
  dispute: (orderId: string): string => `/admin/disputes/${orderId}`,
}
