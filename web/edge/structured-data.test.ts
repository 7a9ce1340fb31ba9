import { describe, expect, it } from 'vitest'
import { LOCALE_CODES } from '../../workers/shared/locales.schema.ts'
import type { EdgeEnv } from './env.ts'
import { pageAt } from './pages.ts'
import { fixedPaths } from './sitemap.ts'

const origin = 'https://warren.example'
const env = { ENV: 'production' } as EdgeEnv
const open = (path: string, locale: 'en' | 'ja' = 'en') =>
  pageAt(path, { env, locale, origin, get: () => Promise.reject(new Error('no area needed')) })
const typesOf = (objects: object[]) => objects.map((object) => (object as { '@type': string })['@type'])

describe('pages without a listing or member', () => {
  it('are the home page, the lists and the texts', async () => {
    expect(await fixedPaths({ env, locale: 'en', origin })).toEqual(
      expect.arrayContaining(['/', '/services/', '/jobs/', '/events/', '/news/', '/trending/', '/faq/', '/privacy', '/terms', '/about']),
    )
  })

  it.each(LOCALE_CODES)('have a title and a description in %s that no other page has', async (locale) => {
    const paths = await fixedPaths({ env, locale, origin })
    const pages = await Promise.all(paths.map((path) => open(path, locale)))
    expect(pages.map(({ canonical }) => canonical)).toEqual(paths)
    expect(new Set(pages.map(({ title }) => title)).size).toBe(paths.length)
    expect(new Set(pages.map(({ description }) => description)).size).toBe(paths.length)
    for (const { description } of pages) expect(description.length).toBeGreaterThan(15)
  })

  it('describe themselves and the way from the home page', async () => {
    for (const path of (await fixedPaths({ env, locale: 'en', origin })).filter((each) => each !== '/')) {
      const { jsonLd, title } = await open(path)
      expect(typesOf(jsonLd)).toEqual([expect.stringMatching(/Page$/), 'BreadcrumbList'])
      expect(jsonLd[0]).toMatchObject({ url: origin + path, isPartOf: { '@id': `${origin}/#website` } })
      const { itemListElement: steps } = jsonLd[1] as { itemListElement: { position: number; name: string; item: string }[] }
      expect(steps[0]).toMatchObject({ '@type': 'ListItem', position: 1, name: 'Warren', item: `${origin}/` })
      expect(steps.at(-1)).toMatchObject({ position: steps.length, item: origin + path })
      expect(title).toContain(steps.at(-1)!.name)
    }
  })

  it('the home page describes the organization and the search of the site', async () => {
    const { jsonLd } = await open('/', 'ja')
    expect(typesOf(jsonLd)).toEqual(['Organization', 'WebSite'])
    expect(jsonLd[1]).toMatchObject({
      inLanguage: 'ja',
      potentialAction: { '@type': 'SearchAction', target: { urlTemplate: `${origin}/search/{search_term_string}` } },
    })
  })
})
