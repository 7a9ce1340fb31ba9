import type { PageProps } from '../../routes.tsx'

export default function ServicePage(_: PageProps) {
  return null
}
