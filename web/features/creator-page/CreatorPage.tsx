import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { lazySection } from '../../lib/lazy-section.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { ShareButton } from '../../lib/ShareButton.tsx'
import { useCanonicalAddress } from '../../lib/use-canonical-address.ts'
import { folioQuery } from '../../queries/folio.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { profileQuery } from '../../queries/profile.ts'
import { useGate } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer, type Viewer } from '../../session/viewer.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CardGrid, cardsOf } from '../cards/CardList.tsx'
import { MessageButton } from '../chat/MessageButton.tsx'
import { MoreButton } from '../chat/MoreButton.tsx'
import { FollowButton } from '../profile/FollowButton.tsx'
import css from './CreatorPage.module.css'
import { FolioView } from './FolioView.tsx'
import { PageColors } from './PageColors.tsx'

const PostsSection = lazySection('posts', () => import('../posts/PostsSection.tsx'), ['ui', 'posts'])
const CreatorFault = lazyComponent(() => import('./CreatorFault.tsx'), ['creator-page'])
const ReportMenu = lazyComponent(() => import('../reviews/ReportMenu.tsx'), ['reviews'])
const OwnerBar = lazyComponent(() => import('../folio-editor/OwnerBar.tsx'), ['folio-editor'])
const FolioEditor = lazyComponent(() => import('../folio-editor/FolioEditor.tsx'), ['folio-editor', 'uploads'])

/** `/:creatorName/` */
export default function CreatorPage({ params }: PageProps) {
  const query = useQuery(folioQuery(params.name!))
  const { data, error } = query
  if (data?.folio) return <Shown folio={data.folio} />
  if (!data && !error) return <LoadingState />
  return (
    <Suspense fallback={<LoadingState />}>
      <CreatorFault query={query} />
    </Suspense>
  )
}

function Shown({ folio }: { folio: Folio }) {
  const viewer = useViewer()
  // Members who have not accepted the terms cannot upload files.
  const gate = useGate()
  const [isEditing, setEditing] = useState(false)
  useTitle(folio.title)
  useCanonicalAddress(paths.creator(folio.name))
  const isOwn = viewer?.user_id === folio.user_id
  if (isOwn && isEditing)
    return (
      <Suspense fallback={<LoadingState />}>
        <FolioEditor folio={folio} viewer={viewer} onClose={() => setEditing(false)} />
      </Suspense>
    )
  return (
    <>
      {isOwn && (
        <div className="wrap">
          <Suspense fallback={<Skeleton width="100%" height={84} />}>
            <OwnerBar folio={folio} onEdit={() => gate(() => setEditing(true))} />
          </Suspense>
        </div>
      )}
      <FolioView folio={folio} actions={<Actions folio={folio} viewer={viewer} />} />
      <PageColors folio={folio}>
        <PostsSection key={folio.name} name={folio.name} userId={folio.user_id} />
      </PageColors>
      <Services userId={folio.user_id} />
    </>
  )
}

/** Follow, message, share and report, as on a profile. */
function Actions({ folio, viewer }: { folio: Folio; viewer: Viewer | null | undefined }) {
  const { t } = useLingui()
  const { data } = useQuery(profileQuery(folio.user_id))
  const name = folio.title
  const isOwn = viewer?.user_id === folio.user_id
  return (
    <>
      {!isOwn && data && (
        <FollowButton userId={folio.user_id} followed={data.followed} stop={t`Stop following ${name}`}>
          {data.followed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
        </FollowButton>
      )}
      {!isOwn && (
        <MessageButton userId={folio.user_id} look="primary">
          <Trans>Message</Trans>
        </MessageButton>
      )}
      <ShareButton path={paths.creator(folio.name)} title={folio.title} isPrefetched={Boolean(viewer)} />
      {!isOwn && (
        <MoreButton label={t`More actions`}>
          <ReportMenu thing={{ kind: 'page', id: folio.name }} label={t`More actions`} />
        </MoreButton>
      )}
    </>
  )
}

/** How many services the page shows. The profile has all of them. */
const SHOWN_SERVICES = 8

/** The first published services of the creator, if there are some. */
function Services({ userId }: { userId: number }) {
  const query = useInfiniteQuery(cardsQuery({ type: 'services', userId, enabled: true }))
  const cards = cardsOf(query)
  if (!cards.length) return null
  return (
    <section className={`wrap ${css.services}`}>
      <h2>
        <Trans>Services</Trans>
      </h2>
      <CardGrid cards={cards.slice(0, SHOWN_SERVICES)} eager={0} />
      {cards.length > SHOWN_SERVICES && (
        <div>
          <ButtonLink href={paths.person(userId)}>
            <Trans>See all services</Trans>
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.loading}`} role="status" aria-label={t`Loading`}>
      <Skeleton width="100%" height={240} />
      <Skeleton width="min(420px, 80%)" height={40} />
      <Skeleton width="100%" height={96} />
    </div>
  )
}
