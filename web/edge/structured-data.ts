import type { Post } from '../../workers/creators/posts.schema.ts'
import { detectLanguage } from '../../workers/listings/text.schema.ts'
import type { Locale } from '../../workers/shared/locales.schema.ts'
import { brand } from '../brand.ts'
import { paths } from '../lib/paths.ts'
import { isoTime } from './page.ts'

/** The schema.org objects of the site itself, of lists, of texts and of posts. Those of listings and members are in page.ts. */

const CONTEXT = 'https://schema.org'

/** A step of the way from the home page to a page. */
export interface Step {
  name: string
  path: string
}

/** The schema.org BreadcrumbList of a page: from the home page over `steps`, the last of which is the page itself. */
export const breadcrumbJsonLd = (steps: Step[], origin: string): object => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: brand.name, path: paths.home() }, ...steps].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: origin + path,
  })),
})

/** The schema.org Organization and WebSite. The site's search lets a search engine offer its own search box. */
export const siteJsonLd = (origin: string, locale: Locale): object[] => [
  {
    '@context': CONTEXT,
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.name,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
    email: brand.contact,
    foundingDate: String(brand.since),
    ...(brand.social.length > 0 && { sameAs: brand.social.map(({ href }) => href) }),
  },
  {
    '@context': CONTEXT,
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: brand.name,
    url: `${origin}/`,
    inLanguage: locale,
    publisher: { '@id': `${origin}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search/{search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
]

/** The schema.org object of a list of listings or of a text. */
export const webPageJsonLd = (
  type: 'CollectionPage' | 'WebPage',
  { title, description }: { title: string; description: string },
  origin: string,
  path: string,
  locale: Locale,
): object => ({
  '@context': CONTEXT,
  '@type': type,
  name: title,
  description,
  url: origin + path,
  inLanguage: locale,
  isPartOf: { '@id': `${origin}/#website` },
})

/** The schema.org BlogPosting of a post; `origin` makes its URLs absolute. */
export function blogPostingJsonLd(post: Post, origin: string, path: string): object {
  const { title, description, content, media, created, edited, owner, creatorName, likes, comments } = post
  const pictures = media.filter(({ kind }) => kind === 'image').map(({ id }) => `${origin}${paths.media(id, 1280)}`)
  const counted = (action: string, count: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  })
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    url: origin + path,
    mainEntityOfPage: origin + path,
    headline: title || creatorName,
    ...(description && { description }),
    inLanguage: detectLanguage(content.replace(/<[^>]*>/g, ' ')),
    datePublished: isoTime(created),
    ...(edited !== null && { dateModified: isoTime(edited) }),
    ...(pictures.length > 0 && { image: pictures }),
    author: { '@type': 'Person', name: owner.name || creatorName, url: origin + paths.creator(creatorName) },
    commentCount: comments,
    interactionStatistic: [counted('LikeAction', likes), counted('CommentAction', comments)],
    isPartOf: { '@id': `${origin}/#website` },
  }
}
