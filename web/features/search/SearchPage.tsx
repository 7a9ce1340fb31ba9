import type { PageProps } from '../../routes.tsx'

export default function SearchPage(_: PageProps) {
  return null
}
