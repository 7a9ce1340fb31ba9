import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { countryOf } from '../../../workers/shared/countries.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ErrorBoundary } from '../../lib/ErrorBoundary.tsx'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { listingQuery } from '../../queries/listing.ts'
import { profileQuery } from '../../queries/profile.ts'
import { useGate } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Kind, readDraft, storeDraft } from './draft.ts'
import type { EditorProps } from './editor-types.ts'
import { EDITOR_TEXTS } from './kind-texts.ts'
import css from './ListingEditorPage.module.css'

// The cast is safe, because the page renders each form only for its own list type.
const FORMS = {
  services: lazyComponent(() => import('./ServiceForm.tsx')),
  jobs: lazyComponent(() => import('./JobForm.tsx')),
  events: lazyComponent(() => import('./EventForm.tsx')),
} as unknown as Record<ListType, ComponentType<EditorProps<Listing>>>

/** List type and kind by the word in the URL. For `services` or an unknown word the kind is null: the stored draft decides it. */
const ASKED: Record<string, [ListType, Kind | null]> = {
  services: ['services', null],
  freelance: ['services', 'FREELANCE'],
  locals: ['services', 'LOCALS'],
  jobs: ['jobs', 'JOBS'],
  events: ['events', 'EVENTS'],
}

/** `/list/` and `/list/:listType/:id?` */
export default function ListingEditorPage({ params }: PageProps) {
  const { i18n } = useLingui()
  const viewer = useViewer()
  const gate = useGate()
  const id = /^[1-9]\d{0,9}$/.test(params.id ?? '') ? Number(params.id) : undefined
  const [listType, kind] = ASKED[(params.listType ?? '').toLowerCase()] ?? ASKED.services!
  const texts = EDITOR_TEXTS[listType]
  useTitle(i18n._(id ? texts.edit : texts.post))
  const [deletedDrafts, setDeletedDrafts] = useState(0)
  const { data, error, refetch, isFetching } = useQuery({
    ...listingQuery(listType, id ?? 0),
    enabled: id !== undefined && Boolean(viewer),
  })

  // A new listing starts with the country of the profile, or else of the connection.
  const profile = useQuery({ ...profileQuery(viewer?.user_id ?? 0), enabled: !id && Boolean(viewer) })

  // Opens the login, then the terms. This page stays below the dialogs and continues afterwards.
  const allowed = viewer?.creator === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog opens once for each viewer
  useEffect(() => {
    if (viewer !== undefined && !allowed) gate(() => {})
  }, [viewer === undefined, allowed])

  if (viewer === undefined || (id && !data && !error && viewer) || profile.isLoading)
    return <LoadingState heading={i18n._(id ? texts.edit : texts.post)} />
  if (!viewer || !allowed)
    return (
      <div className="wrap">
        <h1 className="unseen">{i18n._(texts.post)}</h1>
        <EmptyState
          drawing="listings"
          title={<Trans>Post a service, a job or an event</Trans>}
          text={
            <Trans>Log in and accept the terms to publish. Posting is free; the platform fee is due only when an order is completed.</Trans>
          }
        >
          <Button look="primary" onClick={() => gate(() => {})}>
            {viewer ? <Trans>Read the terms</Trans> : <Trans>Log in</Trans>}
          </Button>
        </EmptyState>
      </div>
    )
  if (id && error && !data)
    return error instanceof ApiError && error.status === 404 ? (
      <NotYours heading={i18n._(texts.edit)} />
    ) : (
      <div className="wrap">
        <h1 className="unseen">{i18n._(texts.edit)}</h1>
        <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
      </div>
    )
  if (id && data && data.poster.userId !== viewer.user_id) return <NotYours heading={i18n._(texts.edit)} />
  const Form = FORMS[listType]
  const listing = id ? data : undefined
  const country = countryOf(profile.data?.profile?.geoip ?? '{}') ?? countryOf(viewer.geoIp)
  const key = `${listType} ${id ?? 'new'} ${deletedDrafts}`
  const hasDraft = readDraft(viewer.user_id, listType, id, listing?.updatedAt) !== null
  const deleteDraft = () => {
    storeDraft(viewer.user_id, listType, id, undefined, null)
    setDeletedDrafts((count) => count + 1)
  }
  return (
    <Suspense fallback={<LoadingState heading={i18n._(id ? texts.edit : texts.post)} />}>
      {/* A stored draft may be damaged or of an older version. Without this, the form would be unusable on this device. */}
      <ErrorBoundary
        at={key}
        {...(hasDraft && { instead: <BrokenDraft heading={i18n._(id ? texts.edit : texts.post)} onDelete={deleteDraft} /> })}
      >
        <Form key={key} viewer={viewer} kind={kind} country={country} {...(listing && { listing })} />
      </ErrorBoundary>
    </Suspense>
  )
}

function BrokenDraft({ heading, onDelete }: { heading: string; onDelete: () => void }) {
  return (
    <div className="wrap">
      <h1 className="unseen">{heading}</h1>
      <EmptyState
        drawing="lost"
        title={<Trans>This draft cannot be shown</Trans>}
        text={
          <Trans>The draft on this device is damaged or comes from an older version. Listings that you have saved are not affected.</Trans>
        }
      >
        <Button look="primary" onClick={onDelete}>
          <Trans>Delete the draft and start again</Trans>
        </Button>
      </EmptyState>
    </div>
  )
}

function NotYours({ heading }: { heading: string }) {
  return (
    <div className="wrap">
      <h1 className="unseen">{heading}</h1>
      <EmptyState
        drawing="lost"
        title={<Trans>You can’t edit this listing</Trans>}
        text={<Trans>It was deleted, or belongs to somebody else.</Trans>}
      >
        <ButtonLink look="primary" href={paths.search('userId')}>
          <Trans>My listings</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function LoadingState({ heading }: { heading: string }) {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <h1 className="unseen">{heading}</h1>
      <div className={css.head}>
        <Skeleton width="min(320px, 70%)" height={36} />
      </div>
      <div className={css.shape}>
        <Skeleton width="100%" height={46} />
        <Skeleton width="100%" height={46} />
        <Skeleton width="100%" height={90} />
        <Skeleton width="100%" height={220} />
      </div>
    </div>
  )
}
