import type { PageProps } from '../../routes.tsx'

export default function HomePage(_: PageProps) {
  return null
}
