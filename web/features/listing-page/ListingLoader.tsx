import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { Listings } from '../../../workers/listings/listings.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorState } from '../../lib/ListState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { ListType } from '../../lib/paths.ts'
import { rememberViewed } from '../../lib/recently-viewed.ts'
import { listingQuery } from '../../queries/listing.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './listing-page.module.css'

const ListingNotFound = lazyComponent(() => import('./ListingNotFound.tsx'))

/** Loads the listing with the id of the URL, and renders it. Else renders the loading state, an error, or ListingNotFound. */
export function ListingLoader<Type extends ListType>({
  type,
  id: text = '',
  children,
}: {
  type: Type
  id: string | undefined
  children: (listing: Listings[Type]) => ReactNode
}) {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  const viewer = useViewer()
  const { data, error, isFetching, refetch } = useQuery({ ...listingQuery(type, id), enabled: id > 0 })
  useTitle(data?.title)
  const by = viewer === undefined ? undefined : (viewer?.user_id ?? null)
  const isForeign = data && by !== undefined && by !== data.poster.userId
  useEffect(() => {
    if (isForeign) rememberViewed(data, by)
  }, [isForeign, data, by])
  const gone = error instanceof ApiError && error.status === 404
  if (data && !gone) return children(data)
  if (id === 0 || gone)
    return (
      <Suspense fallback={<LoadingState />}>
        <ListingNotFound type={type} id={id} />
      </Suspense>
    )
  if (error)
    return (
      <Suspense fallback={<LoadingState />}>
        <div className="wrap">
          <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
        </div>
      </Suspense>
    )
  return <LoadingState />
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <div className={css.crumbs}>
        <Skeleton width={160} />
      </div>
      <div className={css.cols}>
        <div className={css.head}>
          <Skeleton width="80%" height={36} />
          <div className={css.byline}>
            <Skeleton width={44} height={44} round />
            <Skeleton width={140} />
          </div>
        </div>
        <div className={css.gallery}>
          <Skeleton width="100%" ratio="3 / 2" />
        </div>
        <div className={css.about}>
          <Skeleton width="40%" height={24} />
          <Skeleton width="100%" height={120} />
        </div>
        <div className={css.side}>
          <Skeleton width="100%" height={420} />
        </div>
      </div>
    </div>
  )
}
