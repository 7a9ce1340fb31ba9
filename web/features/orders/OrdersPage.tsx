import type { PageProps } from '../../routes.tsx'

export default function OrdersPage(_: PageProps) {
  return null
}
