import { describe, expect, it } from 'vitest'
import type { Profile } from '../../workers/auth/profiles.schema.ts'
import type { Event } from '../../workers/listings/events.schema.ts'
import type { Job } from '../../workers/listings/jobs.schema.ts'
import type { Service } from '../../workers/listings/services.schema.ts'
import { firstKeys } from '../lib/first-keys.ts'
import { eventJsonLd, headTags, inlineJson, jobJsonLd, type Page, pageJson, profileJsonLd, serviceJsonLd } from './page.ts'
import { fillShell } from './shell.ts'

const evil = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>\u2028'
const page: Page = {
  status: 200,
  title: evil,
  description: evil,
  canonical: '/services/7/logo',
  image: '/og.png',
  type: 'product',
  jsonLd: [{ name: evil }, { name: 'second' }],
  sources: [],
  first: [],
}

describe('the data and tags of a page', () => {
  it('keep inlined data inside its element and readable as JSON', () => {
    const text = inlineJson({ title: evil })
    expect(text).not.toContain('<')
    expect(text).not.toContain('\u2028')
    expect(JSON.parse(text)).toEqual({ title: evil })
  })

  it('have the texts that areas have sent, escaped, and the other answers', () => {
    const [sent, made] = [
      { key: firstKeys.figures, data: { title: evil } },
      { key: firstKeys.user, data: [evil] },
    ]
    const text = pageJson({ config: null, random: 0, formatted: {} }, [{ ...sent, json: ` ${JSON.stringify(sent.data)}` }, made])
    expect(text).not.toContain('<')
    expect(text).not.toContain('\u2028')
    expect(text).toContain('"data": {')
    expect(JSON.parse(text)).toEqual({ config: null, random: 0, formatted: {}, first: [sent, made] })
  })

  it('keep the text of a listing inside its attribute or data block', () => {
    const tags = headTags(page, 'https://warren.example', 'en')
    expect(tags).not.toContain('<img')
    expect(tags.match(/<script/g)).toHaveLength(2)
    expect(tags.match(/<\/script/g)).toHaveLength(2)
    expect(tags).toContain('content="&lt;/script&gt;')
  })

  it('keep the title inside its element', () => {
    const shell = { start: '<head>', head: '</head>', body: '<body><div id="root">', end: '</body></html>' }
    const { start, end } = fillShell(shell, {
      locale: 'en',
      theme: undefined,
      side: undefined,
      title: evil,
      head: '',
      root: '',
      data: '{}',
    })
    const html = start + end
    expect(html).toContain('<title>&lt;/script&gt;')
    expect(html.match(/<(?!\/)\w+/g)).toEqual(['<html', '<head', '<title', '<body', '<div', '<script'])
  })

  it('name the canonical address and the address in every language, and hide pages without one from search engines', () => {
    const linksOf = (tags: string) =>
      [...tags.matchAll(/<link rel="(\w+)"(?: hreflang="([\w-]+)")? href="([^"]+)">/g)].map(([, rel, lang, href]) => [rel, lang, href])
    const address = 'https://warren.example/services/7/logo'
    const variants = [
      ['alternate', 'en', `${address}?hl=en`],
      ['alternate', 'ja', `${address}?hl=ja`],
      ['alternate', 'x-default', address],
    ]
    expect(linksOf(headTags(page, 'https://warren.example', 'ja'))).toEqual([['canonical', undefined, address], ...variants])
    expect(linksOf(headTags(page, 'https://warren.example', 'ja', 'ja'))).toEqual([
      ['canonical', undefined, `${address}?hl=ja`],
      ...variants,
    ])
    const hidden = headTags({ ...page, canonical: null }, 'https://warren.example', 'en', 'en')
    expect(hidden).toContain('<meta name="robots" content="noindex">')
    expect(linksOf(hidden)).toEqual([])
  })

  it('link to the feed of the page in the language of the page', () => {
    const tags = headTags({ ...page, title: 'Services', feed: '/services/feed.xml' }, 'https://warren.example', 'ja')
    expect(tags).toContain(
      '<link rel="alternate" type="application/rss+xml" title="Services" href="https://warren.example/services/feed.xml?hl=ja">',
    )
  })

  it('link to both feeds of posts', () => {
    const tags = headTags({ ...page, title: 'Letters', postFeeds: { path: '/Aiko/', title: 'Letters' } }, 'https://warren.example', 'ja')
    for (const [type, file] of Object.entries({ 'rss+xml': 'feed.xml', 'feed+json': 'feed.json' }))
      expect(tags).toContain(`<link rel="alternate" type="application/${type}" title="Letters" href="https://warren.example/Aiko/${file}">`)
  })

  it('describe a service with an offer for each plan, in dollars, and with its rating if it has reviews', () => {
    const option = { price: 120_500_000, delivery: 5, description: 'Three directions', features: [], hourly: false, revisions: 2 }
    const service = {
      id: 7,
      title: 'Logo',
      descriptionPreview: 'Marks that work small',
      lang: 'en',
      category: 'design',
      picture: null,
      rating: null,
      poster: { userId: 3, name: 'Aiko Mori', title: '', image: null, country: 'JP' },
      options: { Basic: option },
    } as unknown as Service
    expect(serviceJsonLd(service, 'https://warren.example', '/services/7/logo')).toMatchObject({
      '@type': 'Service',
      url: 'https://warren.example/services/7/logo',
      offers: [{ name: 'Basic', price: '120.50', priceCurrency: 'USD' }],
    })
    expect(serviceJsonLd(service, 'https://warren.example', '/services/7/logo')).not.toHaveProperty('aggregateRating')
    const rated = { ...service, rating: { mean: 4.67, count: 3 } }
    expect(serviceJsonLd(rated, 'https://warren.example', '/services/7/logo')).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.67, reviewCount: 3 },
    })
  })

  it('describe a job with its location and its pay, but leave out pay for a whole project', () => {
    const job = (terms: object, place: object | null = null) =>
      jobJsonLd(
        {
          id: 9,
          title: 'Storyboards',
          description: '<p>Nine minutes.</p>',
          lang: 'en',
          createdAt: 1_790_000_000,
          picture: null,
          poster: { userId: 3, name: 'Aiko Mori' },
          place,
          job: { jobType: 'CONTRACT', duration: 4, bidding: false, bidBase: null, salary: null, ...terms },
        } as unknown as Job,
        'https://warren.example',
        '/jobs/9/storyboards',
      )
    expect(job({})).toMatchObject({ '@type': 'JobPosting', employmentType: 'CONTRACTOR', jobLocationType: 'TELECOMMUTE' })
    expect(job({})).toHaveProperty('applicantLocationRequirements', { '@type': 'Country', name: 'Anywhere' })
    expect(job({})).not.toHaveProperty('baseSalary')
    const kyoto = { country: 'JP', city: { cityId: 1, en: 'Kyoto', ja: '京都市' } }
    expect(job({ jobType: 'FULLTIME', salary: { amount: 450_050, currency: 'USD', period: 'month' } }, kyoto)).toMatchObject({
      datePosted: '2026-09-21T14:13:20.000Z',
      employmentType: 'FULL_TIME',
      jobLocation: { address: { addressLocality: 'Kyoto', addressCountry: 'JP' } },
      baseSalary: { currency: 'USD', value: { value: 4500.5, unitText: 'MONTH' } },
    })
    expect(job({ salary: { amount: 450_050, currency: 'USD', period: 'project' } })).not.toHaveProperty('baseSalary')
  })

  it('describe an event with its location, or only with its city if the location is hidden', () => {
    const event = (terms: object) =>
      eventJsonLd(
        {
          id: 4,
          title: 'Small films',
          descriptionPreview: 'An evening.',
          lang: 'en',
          price: 12_000_000,
          picture: null,
          poster: { userId: 3, name: 'Aiko Mori' },
          place: { country: 'JP', city: { cityId: 1, en: 'Kyoto', ja: '京都市' } },
          sponsors: [],
          event: {
            eventType: 'HYBRID',
            event_date: 1_790_000_000,
            end_date: 1_790_007_200,
            timeZone: 'Asia/Tokyo',
            paid: true,
            maxAttendees: 2,
            attendees: 2,
            location: null,
            ...terms,
          },
        } as unknown as Event,
        'https://warren.example',
        '/events/4/small-films',
      )
    expect(event({})).toMatchObject({
      '@type': 'Event',
      startDate: '2026-09-21T23:13:20+09:00',
      endDate: '2026-09-22T01:13:20+09:00',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'Place', name: 'Kyoto' },
        { '@type': 'VirtualLocation', url: 'https://warren.example/events/4/small-films' },
      ],
      offers: { price: '12.00', availability: 'https://schema.org/SoldOut' },
      maximumAttendeeCapacity: 2,
    })
    expect(event({ eventType: 'IN_PERSON', location: 'Sanjo 4', maxAttendees: null })).toMatchObject({
      location: [{ name: 'Sanjo 4' }],
      offers: { availability: 'https://schema.org/InStock' },
    })
  })

  it('describe a member and leave out what is missing', () => {
    const bare: Profile = {
      user_id: 3,
      name: 'Aiko Mori',
      title: '',
      description: '',
      image: null,
      video: null,
      address: null,
      geoip: '{}',
      since: 1_700_000_000,
    }
    const full = { ...bare, title: 'Illustrator', description: evil, image: 'm'.repeat(22), geoip: '{"country":"JP"}' }
    const of = (profile: Profile) => profileJsonLd(profile, 7, 'https://warren.example', '/profile/3') as { mainEntity: object }
    expect(of(bare)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      dateCreated: '2023-11-14T22:13:20.000Z',
      mainEntity: {
        '@type': 'Person',
        identifier: '3',
        name: 'Aiko Mori',
        url: 'https://warren.example/profile/3',
        interactionStatistic: expect.objectContaining({ userInteractionCount: 7 }),
      },
    })
    expect(of(full).mainEntity).toMatchObject({
      jobTitle: 'Illustrator',
      description: evil,
      image: `https://warren.example/media/${'m'.repeat(22)}/640.webp`,
      homeLocation: { identifier: 'JP' },
    })
  })
})
