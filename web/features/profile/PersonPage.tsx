import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ProfileAnswer } from '../../../workers/auth/profiles.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { countryOf } from '../../../workers/shared/countries.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useDates } from '../../lib/dates.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { countryName } from '../../lib/place-name.ts'
import { cardsQuery } from '../../queries/listing-cards.ts'
import { profileQuery } from '../../queries/profile.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Below } from '../../ui/Below.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CardGrid, CardList, CardSkeletons } from '../cards/CardList.tsx'
import { KindSection } from '../cards/KindSection.tsx'
import { MessageButton } from '../chat/MessageButton.tsx'
import { MoreButton } from '../chat/MoreButton.tsx'
import { Address } from './Address.tsx'
import { FollowButton } from './FollowButton.tsx'
import { HiddenProfileNote } from './HiddenProfileNote.tsx'
import { IntroVideo } from './IntroVideo.tsx'
import css from './PersonPage.module.css'
import { ProfilePicture } from './ProfilePicture.tsx'

const ReportMenu = lazyComponent(() => import('../reviews/ReportMenu.tsx'), ['reviews'])
const ReceivedReviews = lazyComponent(() => import('../reviews/ReceivedReviews.tsx'), ['reviews'])

/** `/profile/:userId` */
export default function PersonPage({ params }: PageProps) {
  // pages.ts allows only a safe positive integer.
  const { data, error, isFetching, refetch } = useQuery(profileQuery(Number(params.userId)))
  useTitle(data?.profile?.name)
  if (data?.profile) return <Shown answer={data} profile={data.profile} />
  // For the viewer's own id there is an answer even without a profile.
  if (data || (error instanceof ApiError && error.status === 404)) return <ProfileNotFound />
  if (error)
    return (
      <div className="wrap">
        <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
      </div>
    )
  return <LoadingState />
}

function Shown({ answer, profile }: { answer: ProfileAnswer; profile: NonNullable<ProfileAnswer['profile']> }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const own = viewer?.user_id === profile.user_id
  const { name } = profile
  const country = countryOf(profile.geoip)
  const { formatDate } = useDates()
  const since = formatDate(profile.since, 'month')
  const { followers } = answer
  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <ProfilePicture name={profile.name} image={profile.image} />
        <div className={css.who}>
          <h1>
            <bdi>{profile.name}</bdi>
          </h1>
          {profile.title && (
            <p className={css.title} lang={detectLanguage(profile.title)}>
              <bdi>{profile.title}</bdi>
            </p>
          )}
        </div>
        <div className={css.acts}>
          {own ? (
            <ButtonLink look="primary" icon="pencil" href={paths.profile()}>
              <Trans>Edit profile</Trans>
            </ButtonLink>
          ) : (
            <>
              <MessageButton userId={profile.user_id} look="primary">
                <Trans>Message</Trans>
              </MessageButton>
              <FollowButton userId={profile.user_id} followed={answer.followed} stop={t`Stop following ${name}`}>
                {answer.followed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
              </FollowButton>
              <div className={css.more}>
                <MoreButton label={t`More actions`}>
                  <ReportMenu thing={{ kind: 'person', id: String(profile.user_id) }} label={t`More actions`} />
                </MoreButton>
              </div>
            </>
          )}
          {answer.creator && (
            <ButtonLink icon="globe" href={paths.creator(answer.creator)}>
              <Trans>Creator page</Trans>
            </ButtonLink>
          )}
          {profile.address && <Address address={profile.address} />}
        </div>
        <p className={css.facts}>
          {country && <Chip icon="pin">{countryName(country)}</Chip>}
          <Chip icon="user">
            <Plural value={followers} _0="No followers yet" one="# follower" other="# followers" />
          </Chip>
          <Chip icon="clock">
            <Trans>Member since {since}</Trans>
          </Chip>
        </p>
      </header>
      <div className={css.main}>
        {answer.hidden && <HiddenProfileNote own={own} />}
        {(profile.description || profile.video) && (
          <div className={css.about}>
            {profile.description && (
              <section>
                <h2>
                  <Trans>About</Trans>
                </h2>
                <p className={css.text} lang={detectLanguage(profile.description)}>
                  {profile.description}
                </p>
              </section>
            )}
            {profile.video && <IntroVideo video={profile.video} name={profile.name} />}
          </div>
        )}
        <Services userId={profile.user_id} own={own} name={profile.name} />
        <KindOf type="jobs" userId={profile.user_id} />
        <KindOf type="events" userId={profile.user_id} />
        <Below>
          <ReceivedReviews key={profile.user_id} userId={profile.user_id} />
        </Below>
      </div>
    </div>
  )
}

/** The published services of a person. */
function Services({ userId, own, name }: { userId: number; own: boolean; name: string }) {
  const query = useInfiniteQuery(cardsQuery({ type: 'services', userId, enabled: true }))
  return (
    <section className={css.services}>
      <h2>
        <Trans>Services</Trans>
      </h2>
      <CardList
        query={query}
        empty={
          <div className={css.none}>
            {own ? (
              <>
                <p>
                  <Trans>You have no services yet. Posting one takes a few minutes.</Trans>
                </p>
                <ButtonLink icon="plus" href={paths.list('services')}>
                  <Trans>Post a service</Trans>
                </ButtonLink>
              </>
            ) : (
              <p>
                <Trans>{name} has no services at the moment. Follow them to see new ones.</Trans>
              </p>
            )}
          </div>
        }
      >
        {(cards) => <CardGrid cards={cards} eager={0} />}
      </CardList>
    </section>
  )
}

/** The published jobs or events of a person, if any. */
function KindOf({ type, userId }: { type: 'jobs' | 'events'; userId: number }) {
  const query = useInfiniteQuery(cardsQuery({ type, userId, enabled: true }))
  return <KindSection type={type} query={query} />
}

function ProfileNotFound() {
  const { t } = useLingui()
  useTitle(t`Profile not found`)
  return (
    <div className="wrap">
      <EmptyState
        drawing="lost"
        heading="h1"
        title={<Trans>Profile not found</Trans>}
        text={<Trans>This profile does not exist, or the account was deleted. Your orders with this person are kept.</Trans>}
      >
        <ButtonLink look="primary" href={paths.tab('services')}>
          <Trans>See services</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function LoadingState() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <div className={css.head}>
        <span className={css.face}>
          <Skeleton width="100%" height="100%" round />
        </span>
        <div className={css.who}>
          <Skeleton width="min(320px, 90%)" height={40} />
          <Skeleton width="min(240px, 70%)" height={20} />
          <Skeleton width="min(280px, 80%)" height={28} />
        </div>
      </div>
      <div className={css.main}>
        <Skeleton width="100%" height={96} />
        <CardSkeletons />
      </div>
    </div>
  )
}
