import { useLingui } from '@lingui/react/macro'
import { NotFound } from '../../lib/NotFound.tsx'
import { useTitle } from '../../session/title.ts'

/** The page for a creator or a post that does not exist. */
export default function CreatorNotFound() {
  const { t } = useLingui()
  useTitle(t`Page not found`)
  return <NotFound />
}
