import { useLingui } from '@lingui/react/macro'
import { NotFound } from '../../lib/NotFound.tsx'
import { useTitle } from '../../session/title.ts'

/** The page for an unknown address. */
export default function NotFoundPage() {
  const { t } = useLingui()
  useTitle(t`Page not found`)
  return <NotFound />
}
