/** Addresses of the pages for admins. */
export const adminPaths = {
  panel: '/admin',
  applications: '/admin/applications',
  creators: '/admin/creators',
  reports: '/admin/reports',
  disputes: '/admin/disputes',
  dispute: (orderId: string): string => `/admin/disputes/${orderId}`,
}
