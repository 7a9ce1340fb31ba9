import type { PageProps } from '../../routes.tsx'

export default function ListingEditorPage(_: PageProps) {
  return null
}
