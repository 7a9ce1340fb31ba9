import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { Link, useSearch } from 'wouter'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { countryName } from '../../lib/place-name.ts'
import { ShareButton } from '../../lib/ShareButton.tsx'
import { useViewer } from '../../session/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Breadcrumb } from '../../ui/Breadcrumb.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MessageButton } from '../chat/MessageButton.tsx'
import { MoreButton } from '../chat/MoreButton.tsx'
import { SaveListing } from '../saved/SaveListing.tsx'
import css from './listing-page.module.css'

const ReportMenu = lazyComponent(() => import('../reviews/ReportMenu.tsx'), ['reviews'])
const OwnerBar = lazyComponent(() => import('./OwnerBar.tsx'))
const MemberView = lazyComponent(() => import('./MemberView.tsx'))

/** Whether the listing is the viewer's own, and whether they see it as its owner or as members do (`?as=member`). */
export function useOwnership({ poster }: Listing): { own: boolean; asMember: boolean } {
  const viewer = useViewer()
  const as = new URLSearchParams(useSearch()).get('as')
  const mine = viewer?.user_id === poster.userId
  const asMember = mine && as === 'member'
  return { own: mine && !asMember, asMember }
}

/** For owners in the view as member: says that only other members can use the button that was pressed. */
export const explainOwnListing = () => void import('./MemberView.tsx').then(({ explain }) => explain())

/** Links to the type, category and subcategory of a listing. */
export function ListingBreadcrumb({ listing }: { listing: Listing }) {
  const { t } = useLingui()
  const { listType, category, categoryLabel, subCategory, subCategoryLabel } = listing
  const kinds: Record<ListType, string> = { services: t`Services`, jobs: t`Jobs`, events: t`Events` }
  return (
    <div className={css.crumbs}>
      <Breadcrumb
        items={[
          [kinds[listType], paths.tab(listType)],
          [localName(categoryLabel), paths.category(listType, category)],
          ...(subCategoryLabel ? [[localName(subCategoryLabel), paths.category(listType, category, subCategory)] as const] : []),
        ]}
      />
    </div>
  )
}

/** The owner of a listing, with the buttons to share it, to message them and to report it. */
export function Byline({ listing, children }: { listing: Listing; children?: ReactNode }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { asMember } = useOwnership(listing)
  const { poster } = listing
  const country = poster.country && countryName(poster.country)
  return (
    <div className={css.byline}>
      <Link className={css.poster} href={paths.person(poster.userId)}>
        <Avatar name={poster.name} image={poster.image} size={44} />
        <span>
          <b>{poster.name}</b>
          <span className="small mute" lang={detectLanguage(poster.title)}>
            {poster.title}
            {poster.title && country && ' · '}
            {country && <span className={css.country}>{country}</span>}
          </span>
        </span>
      </Link>
      {children}
      <div className={css.acts}>
        <ShareButton
          path={paths.listing(listing.id, listing.title, listing.listType)}
          title={listing.title}
          isPrefetched={Boolean(viewer)}
        />
        <SaveListing listing={listing} />
        {viewer?.user_id !== poster.userId && (
          <>
            <MessageButton userId={poster.userId} listingId={listing.id}>
              <Trans>Message</Trans>
            </MessageButton>
            <MoreButton label={t`More actions`}>
              <ReportMenu thing={{ kind: 'listing', id: String(listing.id) }} label={t`More actions`} />
            </MoreButton>
          </>
        )}
        {asMember && (
          <Button icon="chat" onClick={explainOwnListing}>
            <Trans>Message</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** The bar for the owner, or the one above the owner's view as member. Both are loaded for owners only. */
export function Owner({ listing }: { listing: Listing }) {
  const { own, asMember } = useOwnership(listing)
  if (!own && !asMember) return null
  return (
    <Suspense fallback={<Skeleton width="100%" height={84} />}>
      {own ? <OwnerBar listing={listing} /> : <MemberView listing={listing} />}
    </Suspense>
  )
}
