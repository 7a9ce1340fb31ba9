import { useLingui } from '@lingui/react/macro'
import { Skeleton } from './Skeleton.tsx'

/** Shown while a section of a page loads. */
export function LoadingBlock() {
  const { t } = useLingui()
  return (
    <div role="status" aria-label={t`Loading`}>
      <Skeleton width="100%" height={96} />
    </div>
  )
}
