import type { Profile } from '../../workers/auth/profiles.schema.ts'
import type { Service } from '../../workers/listings/services.schema.ts'
import { countryOf } from '../../workers/shared/countries.schema.ts'

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
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A micro-USD amount as schema.org wants it: decimal dollars. */
const dollars = (micro: number): string => (micro / 1_000_000).toFixed(2)

/** schema.org's Service for a listing's page; `origin` makes its addresses absolute. */
export function serviceJsonLd(service: Service, origin: string, path: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: service.title,
    description: service.descriptionPreview,
    url: origin + path,
    inLanguage: service.lang,
    category: service.category,
    ...(service.picture && { image: `${origin}/media/${service.picture.id}/1280.webp` }),
    provider: { '@type': 'Person', name: service.poster.name, url: `${origin}/profile/${service.poster.userId}` },
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
          ...['en', 'ja'].map((lang) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(`${address}?hl=${lang}`)}">`),
        ]
      : [meta('name', 'robots', 'noindex')]),
    ...(page.jsonLd ? [`<script type="application/ld+json">${inlineJson(page.jsonLd)}</script>`] : []),
  ].join('')
}
