/** Addresses of the pages for admins. */
export const adminPaths = {
  reports: '/admin/reports',
  disputes: '/admin/disputes',
  dispute: (orderId: string): string => `/admin/disputes/${orderId}`,
}
