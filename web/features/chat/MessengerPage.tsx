import type { PageProps } from '../../routes.tsx'

export default function MessengerPage(_: PageProps) {
  return null
}
