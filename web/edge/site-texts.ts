import { LIST_TYPES } from '../../workers/listings/list-types.schema.ts'
import type { Locale } from '../../workers/shared/locales.schema.ts'
import { brand } from '../brand.ts'
import { type ListType, paths } from '../lib/paths.ts'
import { escapeHtml, feedPath } from './page.ts'
import { CATALOGS } from './pages.ts'

/** Texts about the whole site for programs. */

/** /llms.txt (https://llmstxt.org): what the product is and where language models find what, in English. */
export function llmsText(origin: string): string {
  const texts = CATALOGS.en
  const link = (path: string, { title, description }: { title: string; description: string }) =>
    `- [${title}](${origin}${path}): ${description}`
  const feedOf = (type: ListType) =>
    link(feedPath(type), {
      title: `Newest ${type}`,
      description: `RSS. Each category has a feed too: ${origin}${feedPath(type, '{category}')}`,
    })
  return [
    `# ${brand.name}`,
    '',
    `> A marketplace for services, jobs and events. ${texts.home.description} The contract pays the seller when the buyer releases the payment, refunds the buyer, or follows the decision of a dispute.`,
    '',
    'Public pages can be read without an account, in English and Japanese: add `?hl=en` or `?hl=ja` to an address. Publishing, applying and paying need an account.',
    '',
    '## Pages',
    '',
    link(paths.tab('services'), texts.services),
    link(paths.tab('jobs'), texts.jobs),
    link(paths.tab('events'), texts.events),
    link(paths.news(), texts.news),
    link(paths.trending(), texts.trending),
    link(paths.welcome(), texts.welcome),
    link(paths.faq(), texts.faq),
    link(paths.about(), texts.about),
    link(paths.terms(), texts.terms),
    link(paths.privacy(), texts.privacy),
    '',
    '## API',
    '',
    link('/api/docs', { title: 'API documentation', description: 'Every call with its parameters, answers, errors and limits.' }),
    link('/api/openapi.json', { title: 'OpenAPI 3.1', description: 'The same as a document for programs.' }),
    '',
    '## Lists',
    '',
    link('/sitemap.xml', { title: 'Sitemap', description: 'Every public page.' }),
    ...LIST_TYPES.map(feedOf),
    // No link, because it is not one address.
    `- Posts of a creator: ${origin}/{creatorName}/feed.xml as RSS, ${origin}/{creatorName}/feed.json as JSON Feed`,
    '',
  ].join('\n')
}

/** The OpenSearch description, with which browsers offer the search of the site in their address bar. */
export const openSearch = (origin: string, locale: Locale): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${brand.name}</ShortName>
<Description>${escapeHtml(CATALOGS[locale].services.description)}</Description>
<Url type="text/html" method="get" template="${origin}/search/{searchTerms}"/>
<Image width="180" height="180" type="image/png">${origin}/apple-touch-icon.png</Image>
<Language>${locale}</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
</OpenSearchDescription>
`
