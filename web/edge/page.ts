import type { Profile } from '../../workers/auth/profiles.schema.ts'
import type { Place } from '../../workers/listings/base.schema.ts'
import { formatLocalIso } from '../../workers/listings/event-time.schema.ts'
import type { Event } from '../../workers/listings/events.schema.ts'
import type { Job } from '../../workers/listings/jobs.schema.ts'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { moneyText, type Period } from '../../workers/listings/money.schema.ts'
import type { Service } from '../../workers/listings/services.schema.ts'
import { countryOf } from '../../workers/shared/countries.schema.ts'
import { LOCALE_CODES } from '../../workers/shared/locales.schema.ts'

/** A page's tags and the data it starts with. `first` fills the browser's query cache, so the page asks for nothing twice. */
export interface Page {
  status: 200 | 404
  title: string
  description: string
  /** Path of the one true address, or null when the page should not be found by search engines. */
  canonical: string | null
  /** Absolute path of a picture for link previews. */
  image: string
  type: 'website' | 'product' | 'profile'
  jsonLd: object | null
  /** Sources of the route's code and texts, as Vite names them; `{lang}` stands for the language. */
  sources: string[]
  first: { key: unknown[]; data: unknown }[]
}

/** JSON that cannot end the element it stands in: `<` would open a tag, U+2028 and U+2029 end a line in old parsers. */
export const inlineJson = (data: unknown): string =>
  JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Text for an attribute or element. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A micro-USD amount as schema.org wants it: decimal dollars. */
const dollars = (micro: number): string => (micro / 1_000_000).toFixed(2)

/** What schema.org wants of a listing of any kind. */
const common = (listing: Listing, origin: string, path: string) => ({
  '@context': 'https://schema.org',
  url: origin + path,
  inLanguage: listing.lang,
  ...(listing.picture && { image: `${origin}/media/${listing.picture.id}/1280.webp` }),
})

const person = ({ poster }: Listing, origin: string) => ({
  '@type': 'Person',
  name: poster.name,
  url: `${origin}/profile/${poster.userId}`,
})

const address = ({ country, city }: Place) => ({ '@type': 'PostalAddress', addressLocality: city.en, addressCountry: country })

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** schema.org's Service for a listing's page; `origin` makes its addresses absolute. */
export function serviceJsonLd(service: Service, origin: string, path: string): object {
  return {
    ...common(service, origin, path),
    '@type': 'Service',
    name: service.title,
    description: service.descriptionPreview,
    category: service.category,
    provider: person(service, origin),
    ...(service.place && { areaServed: { '@type': 'City', name: service.place.city.en } }),
    offers: Object.entries(service.options).map(([name, option]) => ({
      '@type': 'Offer',
      name,
      description: option.description,
      price: dollars(option.price),
      priceCurrency: 'USD',
    })),
    ...(service.rating && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: service.rating.mean, reviewCount: service.rating.count },
    }),
  }
}

/** What schema.org calls the times a salary is for; there is none for a whole project. */
const UNITS: Record<Period, string | null> = { hour: 'HOUR', day: 'DAY', week: 'WEEK', month: 'MONTH', year: 'YEAR', project: null }

/** schema.org's JobPosting of a job; see {@link serviceJsonLd}. */
export function jobJsonLd(listing: Job, origin: string, path: string): object {
  const { job, place } = listing
  const unitText = job.salary && UNITS[job.salary.period]
  return {
    ...common(listing, origin, path),
    '@type': 'JobPosting',
    title: listing.title,
    description: listing.description,
    identifier: String(listing.id),
    datePosted: isoTime(listing.createdAt),
    employmentType: job.jobType === 'FULLTIME' ? 'FULL_TIME' : 'CONTRACTOR',
    directApply: true,
    hiringOrganization: { '@type': 'Organization', name: listing.poster.name, url: `${origin}/profile/${listing.poster.userId}` },
    ...(place ? { jobLocation: { '@type': 'Place', address: address(place) } } : { jobLocationType: 'TELECOMMUTE' }),
    ...(job.salary &&
      unitText && {
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: job.salary.currency,
          value: { '@type': 'QuantitativeValue', value: Number(moneyText(job.salary.amount, job.salary.currency)), unitText },
        },
      }),
  }
}

const ATTENDANCE = { IN_PERSON: 'Offline', ONLINE: 'Online', HYBRID: 'Mixed' } as const

/** schema.org's Event of an event, with the location only where the one who asks may know it; see {@link serviceJsonLd}. */
export function eventJsonLd(listing: Event, origin: string, path: string): object {
  const { event, place, price } = listing
  const online = event.eventType !== 'IN_PERSON' && { '@type': 'VirtualLocation', url: origin + path }
  const there = place && { '@type': 'Place', name: event.location ?? place.city.en, address: address(place) }
  const full = event.maxAttendees !== null && event.attendees >= event.maxAttendees
  return {
    ...common(listing, origin, path),
    '@type': 'Event',
    name: listing.title,
    description: listing.descriptionPreview,
    // As the clock of the place shows it: search engines print what they read.
    startDate: formatLocalIso(event.event_date, event.timeZone),
    endDate: formatLocalIso(event.end_date, event.timeZone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${ATTENDANCE[event.eventType]}EventAttendanceMode`,
    location: [there, online].filter(Boolean),
    organizer: person(listing, origin),
    isAccessibleForFree: !event.paid,
    ...(event.maxAttendees !== null && { maximumAttendeeCapacity: event.maxAttendees }),
    ...(listing.sponsors.length > 0 && { sponsor: listing.sponsors.map(({ name }) => ({ '@type': 'Organization', name })) }),
    offers: {
      '@type': 'Offer',
      url: origin + path,
      price: dollars(price),
      priceCurrency: 'USD',
      availability: `https://schema.org/${full ? 'SoldOut' : 'InStock'}`,
    },
  }
}

/** schema.org's ProfilePage of a person; `origin` makes its addresses absolute. */
export function profileJsonLd(profile: Profile, followers: number, origin: string, path: string): object {
  const country = countryOf(profile.geoip)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: new Date(profile.since * 1000).toISOString(),
    mainEntity: {
      '@type': 'Person',
      identifier: String(profile.user_id),
      name: profile.name,
      url: origin + path,
      ...(profile.title && { jobTitle: profile.title }),
      ...(profile.description && { description: profile.description }),
      ...(profile.image && { image: `${origin}/media/${profile.image}/640.webp` }),
      ...(country && { homeLocation: { '@type': 'Country', identifier: country } }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: followers,
      },
    },
  }
}

/** The tags that go at the end of `<head>`. */
export function headTags(page: Page, origin: string): string {
  const meta = (attribute: 'name' | 'property', name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
  const address = page.canonical === null ? null : origin + page.canonical
  return [
    meta('name', 'description', page.description),
    meta('property', 'og:title', page.title),
    meta('property', 'og:description', page.description),
    meta('property', 'og:type', page.type),
    meta('property', 'og:image', origin + page.image),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(address
      ? [
          meta('property', 'og:url', address),
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          ...LOCALE_CODES.map((lang) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(`${address}?hl=${lang}`)}">`),
        ]
      : [meta('name', 'robots', 'noindex')]),
    ...(page.jsonLd ? [`<script type="application/ld+json">${inlineJson(page.jsonLd)}</script>`] : []),
  ].join('')
}
