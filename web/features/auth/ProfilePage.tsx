import type { PageProps } from '../../routes.tsx'

export default function ProfilePage(_: PageProps) {
  return null
}
