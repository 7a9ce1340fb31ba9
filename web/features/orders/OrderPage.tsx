import type { PageProps } from '../../routes.tsx'

export default function OrderPage(_: PageProps) {
  return null
}
