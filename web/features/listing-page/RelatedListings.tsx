import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ServiceCard as Card, Service } from '../../../workers/listings/services.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { localName } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { countryName } from '../../lib/place-name.ts'
import { relatedQuery } from '../../queries/related-listings.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { memberName } from '../../ui/member-name.ts'
import { CardGrid, CardSkeletons } from '../cards/CardList.tsx'
import css from './RelatedListings.module.css'

/** Below a service: its seller, their other services, and similar services of other sellers. Loaded when the reader scrolls near it. */
export default function RelatedListings({ service }: { service: Service }) {
  const { data, isPending } = useQuery(relatedQuery(service.id))
  const { poster, categoryLabel } = service
  const name = memberName(poster.name)
  const country = poster.country && countryName(poster.country)
  const category = localName(categoryLabel)
  return (
    <div className={css.more}>
      <section className={css.seller} aria-labelledby="seller">
        <Avatar name={name} image={poster.image} size={96} />
        <div className={css.who}>
          <h2 id="seller">
            <Link href={paths.person(poster.userId)}>
              <bdi>{name}</bdi>
            </Link>
          </h2>
          {poster.title && (
            <p lang={detectLanguage(poster.title)}>
              <bdi>{poster.title}</bdi>
            </p>
          )}
          {country && (
            <p>
              <Chip icon="pin">{country}</Chip>
            </p>
          )}
        </div>
        <ButtonLink href={paths.person(poster.userId)}>
          <Trans>See the profile</Trans>
        </ButtonLink>
      </section>
      {isPending ? (
        <CardSkeletons />
      ) : (
        <>
          <Row title={<Trans>More by {name}</Trans>} cards={data?.seller ?? []} />
          <Row
            title={<Trans>More in {category}</Trans>}
            cards={data?.related ?? []}
            all={
              <Link className={css.all} href={paths.search(category)}>
                <Trans>See all</Trans>
                <Icon name="right" size={18} />
              </Link>
            }
          />
        </>
      )}
    </div>
  )
}

function Row({ title, cards, all }: { title: ReactNode; cards: Card[]; all?: ReactNode }) {
  if (!cards.length) return null
  return (
    <section>
      <div className={css.head}>
        <h2>{title}</h2>
        {all}
      </div>
      <CardGrid cards={cards} eager={0} />
    </section>
  )
}
