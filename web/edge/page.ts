import type { Profile } from '../../workers/auth/profiles.schema.ts'
import type { Folio } from '../../workers/creators/folios.schema.ts'
import { SOCIAL_FIELDS } from '../../workers/creators/social-links.schema.ts'
import type { Place } from '../../workers/listings/base.schema.ts'
import { formatLocalIso } from '../../workers/listings/event-time.schema.ts'
import type { Event } from '../../workers/listings/events.schema.ts'
import type { Job } from '../../workers/listings/jobs.schema.ts'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { moneyText, type Period } from '../../workers/listings/money.schema.ts'
import type { Service } from '../../workers/listings/services.schema.ts'
import { PICTURE_SIZE } from '../../workers/pictures/picture.schema.ts'
import { countryOf } from '../../workers/shared/countries.schema.ts'
import { LOCALE_CODES, type Locale } from '../../workers/shared/locales.schema.ts'
import { brand } from '../brand.ts'
import type { Key } from '../lib/first-keys.ts'
import { type ListType, paths } from '../lib/paths.ts'
import type { PageData } from '../page-request.ts'
import type { PagePicture } from './page-picture.ts'

/** The meta tags and first data of a page. `first` fills the browser's query cache, so that the page loads nothing twice. */
export interface Page {
  status: 200 | 404
  title: string
  description: string
  /** Path of the canonical address, or null if search engines should not index the page. */
  canonical: string | null
  /** Absolute path of the picture for link previews, of 1200 x 630 pixels. */
  image: string
  /** What that picture shows; without it, the page has the picture of the whole site. */
  picture?: PagePicture
  type: 'website' | 'product' | 'profile' | 'article'
  /** The schema.org objects of the page. */
  jsonLd: object[]
  /** Path of the feed with the newest listings of the page. */
  feed?: string
  /** Path below which `feed.xml` and `feed.json` have the newest posts of the page, and their title. */
  postFeeds?: { path: string; title: string }
  /** Source files of the page's code and texts, as in Vite's manifest. `{lang}` stands for the language. */
  sources: string[]
  first: FirstAnswer[]
}

/** The answer to one of the page's first queries. `json` is its text, if an area has sent it, so that the page can have it as it is. */
export interface FirstAnswer {
  key: Key
  data: unknown
  json?: string
}

/** Escapes JSON so that it cannot end its script element: `<` would open a tag, U+2028 and U+2029 end a line in old parsers. */
const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** JSON for a script element. */
export const inlineJson = (data: unknown): string => escapeJson(JSON.stringify(data))

/** The JSON of a page's data without its visitor, for a script element. */
export function pageJson(data: Pick<PageData, 'config' | 'theme' | 'reader' | 'random' | 'formatted'>, first: FirstAnswer[]): string {
  const answers = first.map(({ key, data, json }) => `{"key":${JSON.stringify(key)},"data":${json ?? JSON.stringify(data)}}`)
  return escapeJson(`${JSON.stringify(data).slice(0, -1)},"first":[${answers}]}`)
}

/** Escapes text for an attribute or element. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A micro-USD amount in decimal dollars, the format of schema.org. */
const dollars = (micro: number): string => (micro / 1_000_000).toFixed(2)

/** The schema.org properties of a listing of any type. */
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

/** A time in UTC seconds by ISO 8601. */
export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The schema.org Service of a service; `origin` makes its URLs absolute. */
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

/** The schema.org unit of each pay period; a project has none. */
const UNITS: Record<Period, string | null> = { hour: 'HOUR', day: 'DAY', week: 'WEEK', month: 'MONTH', year: 'YEAR', project: null }

/** The schema.org JobPosting of a job; see {@link serviceJsonLd}. */
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
    // A job without a place can be done from anywhere; search engines require the countries, and accept this name for all of them.
    ...(place
      ? { jobLocation: { '@type': 'Place', address: address(place) } }
      : { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: 'Anywhere' } }),
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

/** The schema.org Event of an event, with the exact location only if the viewer may see it; see {@link serviceJsonLd}. */
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
    // In the event's time zone, because search engines print the time as it is written.
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

/** The schema.org ProfilePage of a member; `origin` makes its URLs absolute. */
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

/** The schema.org ProfilePage of a creator, who has joined, or was granted, at `since` (UTC seconds); `origin` makes its URLs absolute. */
export function creatorJsonLd(folio: Folio, since: number | null, origin: string, path: string): object {
  const picture = folio.image ?? folio.video_thumbnail
  const links = SOCIAL_FIELDS.map((field) => folio[field]).filter(Boolean)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: origin + path,
    // Also undefined: during a deploy, the worker may still answer without it.
    ...(since != null && { dateCreated: isoTime(since) }),
    ...(folio.saved !== null && { dateModified: isoTime(folio.saved) }),
    mainEntity: {
      '@type': 'Person',
      identifier: String(folio.user_id),
      name: folio.title,
      ...(folio.title !== folio.name && { alternateName: folio.name }),
      url: origin + path,
      ...(folio.about && { description: folio.about }),
      ...(picture && { image: `${origin}/media/${picture.id}/640.webp` }),
      sameAs: [origin + paths.person(folio.user_id), ...links],
    },
  }
}

/** The names of languages in Open Graph, which have a country. */
const OPEN_GRAPH_LOCALES: Record<Locale, string> = { en: 'en_US', ja: 'ja_JP' }

/** The path of the feed of a type, or of one of its categories. */
export const feedPath = (type: ListType, category?: string): string =>
  `${category ? `${paths.category(type, category)}/` : paths.tab(type)}feed.xml`

/** The address of a page in one language, or, without a language, in that of the reader. */
export const addressIn = (address: string, locale: Locale | null): string => (locale ? `${address}?hl=${locale}` : address)

/** The links to a page in every language, for its head. `x-default` is the address that chooses the reader's language. */
const alternates = (address: string): string =>
  [...LOCALE_CODES.map((lang) => [lang, lang] as const), ['x-default', null] as const]
    .map(([name, lang]) => `<link rel="alternate" hreflang="${name}" href="${escapeHtml(addressIn(address, lang))}">`)
    .join('')

/**
 * The tags that go at the end of `<head>`. `locale` is the language of the page, and `hl` the language that its address names: each such
 * address is a page of its own for search engines, so it is its own canonical address.
 */
export function headTags(page: Page, origin: string, locale: Locale, hl: Locale | null = null): string {
  const meta = (attribute: 'name' | 'property', name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
  const address = page.canonical === null ? null : origin + page.canonical
  const feed = page.feed && addressIn(origin + page.feed, locale)
  const postFeeds = page.postFeeds && { title: escapeHtml(page.postFeeds.title), base: origin + page.postFeeds.path }
  return [
    meta('name', 'description', page.description),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:title', page.title),
    meta('property', 'og:description', page.description),
    meta('property', 'og:type', page.type),
    meta('property', 'og:locale', OPEN_GRAPH_LOCALES[locale]),
    meta('property', 'og:image', origin + page.image),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(PICTURE_SIZE.width)),
    meta('property', 'og:image:height', String(PICTURE_SIZE.height)),
    meta('property', 'og:image:alt', page.title),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(address
      ? [
          meta('property', 'og:url', addressIn(address, hl)),
          `<link rel="canonical" href="${escapeHtml(addressIn(address, hl))}">`,
          alternates(address),
        ]
      : [meta('name', 'robots', 'noindex')]),
    ...(feed ? [`<link rel="alternate" type="application/rss+xml" title="${escapeHtml(page.title)}" href="${escapeHtml(feed)}">`] : []),
    ...(postFeeds
      ? Object.entries({ 'feed.xml': 'application/rss+xml', 'feed.json': 'application/feed+json' }).map(
          ([file, type]) => `<link rel="alternate" type="${type}" title="${postFeeds.title}" href="${escapeHtml(postFeeds.base + file)}">`,
        )
      : []),
    ...page.jsonLd.map((object) => `<script type="application/ld+json">${inlineJson(object)}</script>`),
  ].join('')
}
