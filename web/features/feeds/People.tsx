import { Plural, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { paths } from '../../lib/paths.ts'
import { followingQuery } from '../../queries/profile.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './FeedPage.module.css'

/** The people the viewer follows, in a row, and the number of followers; nothing if there are neither. */
export function People() {
  const { t } = useLingui()
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(followingQuery)
  const people = data?.pages.flatMap((page) => page.following) ?? []
  const followers = data?.pages[0]?.followers ?? 0
  if (isPending)
    return (
      <div className={css.waiting} aria-hidden="true">
        {[0, 1, 2].map((i) => (
          <Skeleton key={i} width={56} height={56} round />
        ))}
      </div>
    )
  if (!people.length && !followers) return null
  return (
    <section className={css.people} aria-label={t`People you follow`}>
      {people.length > 0 && (
        <ul>
          {people.map((person) => (
            <li key={person.user_id}>
              <Link href={paths.person(person.user_id)}>
                <Avatar name={person.name} image={person.image} size={56} />
                <bdi>{person.name}</bdi>
              </Link>
            </li>
          ))}
          {hasNextPage && (
            <li>
              <IconButton
                icon="right"
                look="quiet"
                label={t`Show more people`}
                aria-busy={isFetchingNextPage}
                onClick={() => fetchNextPage()}
              />
            </li>
          )}
        </ul>
      )}
      {followers > 0 && (
        <p className="mute">
          <Plural value={followers} one="# person follows you." other="# people follow you." />
        </p>
      )}
    </section>
  )
}
