import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { applicationRules, submitRequest } from './applications.schema.ts'
import { eventBody, eventRules } from './events.schema.ts'
import { cardText, descriptionHtml } from './generated-text.schema.ts'
import { jobBody, jobRules } from './jobs.schema.ts'
import { CURRENCIES, type Currency, moneyText, parseMoney } from './money.schema.ts'
import { serviceBody, serviceRules } from './services.schema.ts'
import { categoryIds, isSubCategory, kindOfListing, TAXONOMY } from './taxonomy.schema.ts'
import { holdsPrompt, templateFor } from './templates.schema.ts'

/**
 * Tests which broken rule of a draft is reported first. The expectations were written by hand from the specification. The web form and
 * the API run the same functions; form-and-server-rules.test.ts compares the two.
 */
const seller = { name: 'Aiko Mori', wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const NOW = 1_800_000_000
const description = `<p>${'y'.repeat(100)}</p>`
const media = ['a'.repeat(22)]
const options = { Basic: { price: 5_000_000, delivery: 1, description: 'z'.repeat(10) } }
const service = { title: 'Logos', category: 'design', descriptionPreview: 'x'.repeat(10), description, options, media }
const job = { title: 'Draws', category: 'illustrator', description, media: [] }
const event = { title: 'Party', category: 'party', description, media: [], eventType: 'ONLINE', event_date: NOW + 60 }
const place = { local: true, country: 'JP', city: 1850147 }

const firstFault = (kind: 'service' | 'job' | 'event', draft: object, who: { name: string | null; wallet: string | null } = seller) => {
  const parsed = safeParse({ service: serviceBody, job: jobBody, event: eventBody }[kind] as typeof serviceBody, draft)
  if (!parsed.success) return parsed.issues[0].message
  const faults = {
    service: () => serviceRules(parsed.output, who),
    job: () => jobRules(parsed.output as never, who),
    event: () => eventRules(parsed.output as never, who, NOW),
  }[kind]()
  return faults[0]?.rule ?? null
}

describe('the first fault of a service', () => {
  const plan = (overrides: object) => ({ options: { Basic: { ...options.Basic, ...overrides } } })
  it.each<[string | null, object]>([
    [null, {}],
    [null, { title: '猫の絵です' }],
    ['title_short', { title: 'Logo' }],
    [
      'title_short',
      { title: 'Logo', category: '', descriptionPreview: '', description: '', options: plan({ price: 0 }).options, media: [] },
    ],
    ['category_missing', { category: '', descriptionPreview: '', description: '', media: [] }],
    ['preview_short', { descriptionPreview: 'x'.repeat(9), description: '' }],
    ['description_short', { description: `<p>${'y'.repeat(99)}</p>`, media: [] }],
    ['price_low', { ...plan({ price: 4_999_999, delivery: 0, description: '' }), media: [] }],
    ['price_low', plan({ price: -5_000_000 })],
    ['delivery_short', { ...plan({ delivery: 0, description: '' }), media: [] }],
    ['option_description_short', { ...plan({ description: 'z'.repeat(9) }), media: [] }],
    ['media_missing', { media: [] }],
    ['media_missing', { media: [], local: true }],
    ['place_missing', { local: true }],
    ['place_missing', { local: true, country: 'JP' }],
    [null, place],
    [null, { local: false, country: null, city: null }],
    [null, { category: 'home', subCategory: 'garden' }],
    ['unknown', { category: 'home', subCategory: 'logo' }],
    ['unknown', { category: 'ai_engineer' }],
  ])('is %s for %j', (rule, overrides) => expect(firstFault('service', { ...service, ...overrides })).toBe(rule))

  it('concerns title and category first, then the seller, then the texts', () => {
    const incomplete = { name: null, wallet: null }
    expect(firstFault('service', { ...service, title: 'x' }, incomplete)).toBe('title_short')
    expect(firstFault('service', { ...service, category: '' }, incomplete)).toBe('category_missing')
    expect(firstFault('service', { ...service, descriptionPreview: '' }, incomplete)).toBe('profile_required')
    expect(firstFault('service', { ...service, descriptionPreview: '' }, { ...incomplete, name: 'Aiko' })).toBe('wallet_required')
  })
})

describe('the first fault of a job', () => {
  it.each<[string | null, object]>([
    [null, {}],
    ['title_short', { title: 'Draw', category: '', description: '' }],
    ['category_missing', { category: '', description: '', local: true }],
    ['description_short', { description: '', local: true, bidding: true }],
    ['place_missing', { local: true, bidding: true }],
    ['place_missing', { ...place, city: null }],
    ['place_missing', { ...place, country: null }],
    [null, place],
    ['bid_base_missing', { bidding: true }],
    ['price_low', { bidding: true, bidBase: 4_999_999 }],
    [null, { bidding: true, bidBase: 5_000_000 }],
    [null, { bidding: true, bidbase: 5_000_000 }],
    // Full-time jobs have no bids.
    [null, { jobType: 'FULLTIME', bidding: true }],
    [null, { jobType: 'FULLTIME', duration: 0 }],
    ['duration_range', { duration: 0 }],
    [null, { duration: 260 }],
    [null, { salary: { amount: 1050, currency: 'USD', period: 'hour' } }],
    ['unknown', { jobType: 'fulltime' }],
  ])('is %s for %j', (rule, overrides) => expect(firstFault('job', { ...job, ...overrides })).toBe(rule))

  it('concerns the profile name after title and category, and never the wallet', () => {
    expect(firstFault('job', { ...job, title: 'x' }, { name: null, wallet: null })).toBe('title_short')
    expect(firstFault('job', { ...job, description: '' }, { name: null, wallet: null })).toBe('profile_required')
    expect(firstFault('job', job, { name: 'Aiko', wallet: null })).toBeNull()
  })
})

describe('the first fault of an event', () => {
  it.each<[string | null, object]>([
    [null, {}],
    ['title_short', { title: 'Fest', description: '' }],
    ['description_short', { description: '', event_date: null }],
    ['place_missing', { eventType: 'IN_PERSON', event_date: null }],
    ['place_missing', { eventType: undefined }],
    [null, { eventType: undefined, local: false }],
    [null, { ...place, eventType: 'HYBRID' }],
    ['date_missing', { event_date: null }],
    ['date_order', { end_date: NOW + 60 }],
    [null, { end_date: NOW + 61 }],
    ['date_long', { end_date: NOW + 61 + 366 * 86_400 }],
    // An event that has started can still be published until it is over.
    [null, { event_date: NOW - 3600, end_date: NOW + 1 }],
    ['date_past', { event_date: NOW - 3600, end_date: NOW }],
    ['ticket_price', { paid: true }],
    [null, { paid: true, price: 1 }],
    [null, { paid: false, price: -1 }],
    [null, { paid: true, price: 1, event_date: NOW + 364 * 86_400, end_date: NOW + 365 * 86_400 }],
    ['paid_end_far', { paid: true, price: 1, event_date: NOW + 364 * 86_400, end_date: NOW + 365 * 86_400 + 1 }],
    [null, { event_date: NOW + 364 * 86_400, end_date: NOW + 365 * 86_400 + 1 }],
    ['capacity_range', { maxAttendees: 0 }],
    [null, { maxAttendees: 1 }],
    ['unknown', { theme: 'simple_dark' }],
  ])('is %s for %j', (rule, overrides) => expect(firstFault('event', { ...event, ...overrides })).toBe(rule))

  it('concerns the wallet only if the event is paid', () => {
    expect(firstFault('event', event, { name: 'Aiko', wallet: null })).toBeNull()
    expect(firstFault('event', { ...event, paid: true, price: 9_000_000 }, { name: 'Aiko', wallet: null })).toBe('wallet_required')
  })
})

describe('the first fault of an application', () => {
  const bid = { bidService: 1, bidPrice: 5_000_000, bidDelivery: 1 }
  const firstApplicationFault = (body: object, bidding: boolean, idField: 'jobId' | 'eventId' = 'jobId') => {
    const parsed = safeParse(submitRequest, { [idField]: 7, message: 'Hello', ...body })
    return parsed.success ? (applicationRules(parsed.output, { listType: parsed.output.listType, bidding })[0]?.rule ?? null) : 'shape'
  }
  it.each<[string | null, object, boolean]>([
    [null, {}, false],
    ['message_missing', { message: ' ' }, false],
    [null, { bidPrice: -1, bidDelivery: 0 }, false],
    [null, bid, true],
    [null, { ...bid, bidDelivery: undefined }, true],
    ['message_missing', { message: '' }, true],
    ['bid_service_missing', { ...bid, bidService: null }, true],
    ['bid_price_missing', { ...bid, bidPrice: null }, true],
    ['price_low', { ...bid, bidPrice: 4_999_999 }, true],
    ['delivery_short', { ...bid, bidDelivery: 0 }, true],
    ['shape', { eventId: 7 }, false],
    ['shape', { bidPrice: '5' }, true],
    ['shape', { bidPrice: Number.NaN }, true],
  ])('is %s for %j with bidding %s', (rule, body, bidding) => expect(firstApplicationFault(body, bidding)).toBe(rule))
  it('is null for an event, even without a message', () => expect(firstApplicationFault({ message: '' }, false, 'eventId')).toBeNull())
})

describe('salary amounts', () => {
  it.each<[string, Currency, number | null]>([
    ['10.50', 'USD', 1050],
    ['10.5', 'EUR', 1050],
    ['4,500', 'USD', 450_000],
    ['1,234,567.89', 'USD', 123_456_789],
    ['1,00,000', 'INR', 10_000_000],
    ['7,50', 'EUR', null],
    ['1,2000', 'EUR', null],
    [',500', 'USD', null],
    ['4500,', 'USD', null],
    ['４５００００', 'JPY', 450_000],
    ['450000.5', 'JPY', null],
    ['10.505', 'USD', null],
    ['-1', 'USD', null],
    ['1e3', 'USD', null],
    ['', 'USD', null],
    ['10 USD', 'USD', null],
  ])('are parsed from %j in %s as %s', (text, currency, amount) => expect(parseMoney(text, currency)).toBe(amount))

  it('are the same after they are formatted and parsed again', () => {
    for (const currency of Object.keys(CURRENCIES) as Currency[])
      for (const amount of [0, 1, 10, 99, 100, 1050, 123_456_789]) expect(parseMoney(moneyText(amount, currency), currency)).toBe(amount)
  })

  it('have as many decimals as Intl.NumberFormat uses for the currency', () => {
    for (const [currency, decimals] of Object.entries(CURRENCIES)) {
      const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      expect([currency, decimals]).toEqual([currency, maximumFractionDigits])
    }
  })
})

describe('categories', () => {
  it('exist in the specified numbers, with names, subcategories and unique ids', () => {
    const counts = Object.fromEntries(Object.entries(TAXONOMY).map(([kind, list]) => [kind, list.length]))
    expect(counts).toMatchObject({ FREELANCE: 16, LOCALS: 12, EVENTS: 29, JOBS: 35 })
    expect([TAXONOMY.JOBS[0].id, TAXONOMY.JOBS.at(-1)!.id]).toEqual(['ai_engineer', 'other'])
    for (const list of Object.values(TAXONOMY))
      for (const { id, en, ja, subs } of list) {
        expect([id, /^[a-z0-9_]+$/.test(id), en.length > 1, /[\p{L}]/u.test(ja)]).toEqual([id, true, true, true])
        expect([id, Object.keys(subs).length >= 2]).toEqual([id, true])
        expect([id, new Set(Object.values(subs).map(({ en: name }) => name)).size]).toEqual([id, Object.keys(subs).length])
      }
    for (const listType of ['services', 'jobs', 'events'] as const) {
      const ids = categoryIds(listType)
      expect(new Set(ids).size).toBe(ids.length)
      // The search index keeps only letters and digits of a category id.
      expect(new Set(ids.map((id) => id.replaceAll('_', ''))).size).toBe(ids.length)
    }
  })

  it('determine the kind of a listing and its valid subcategories', () => {
    expect([kindOfListing('services', 'design'), kindOfListing('services', 'home'), kindOfListing('jobs', 'other')]).toEqual([
      'FREELANCE',
      'LOCALS',
      'JOBS',
    ])
    expect([
      isSubCategory('services', 'design', 'logo'),
      isSubCategory('services', 'design', 'constructor'),
      isSubCategory('jobs', '', ''),
    ]).toEqual([true, false, true])
  })
})

describe('a template', () => {
  const KINDS = [
    ['service', 'services', service],
    ['job', 'jobs', job],
    ['event', 'events', event],
  ] as const
  const cases = KINDS.flatMap(([kind, listType, draft]) => (['en', 'ja'] as const).map((lang) => [kind, lang, listType, draft] as const))

  it.each(cases)('of the type %s in %s is refused while it contains a prompt', (kind, lang, listType, draft) => {
    const { card, description: lines } = templateFor('Signs for small shops $&', listType, lang)
    const html = descriptionHtml(lines.join('\n'))
    expect(html).toContain('Signs for small shops $&')
    expect(firstFault(kind, { ...draft, description: html })).toBe('template_text')
    // The card text of jobs and events is optional, so its template has no prompt.
    expect(firstFault(kind, { ...draft, descriptionPreview: cardText(card) })).toBe(kind === 'service' ? 'template_text' : null)
    // One remaining prompt is enough to refuse it.
    const withOnePrompt = lines.map((line, i) =>
      i === 1 ? line : line.replace(/\[.*\]|［.*］/u, 'My own words, and rather many of them, about this. '),
    )
    expect(firstFault(kind, { ...draft, description: descriptionHtml(withOnePrompt.join('\n')) })).toBe('template_text')
    const withoutPrompts = withOnePrompt.map((line, i) => (i === 1 ? 'The last line is written as well.' : line))
    expect(firstFault(kind, { ...draft, description: descriptionHtml(withoutPrompts.join('\n')) })).toBeNull()
  })

  it('of one type is refused in a listing of another type, but text in brackets that is not a prompt is allowed', () => {
    const { description: lines } = templateFor('Signs', 'jobs', 'ja')
    expect(firstFault('service', { ...service, description: descriptionHtml(lines.join('\n')) })).toBe('template_text')
    expect(holdsPrompt('We [two sisters] letter signs. ［金沢］')).toBe(false)
  })

  it('differs for each type, and does not advertise services in jobs and events', () => {
    const texts = ['services', 'jobs', 'events'].map((listType) => templateFor('Signs', listType as 'jobs', 'en').description.join(' '))
    expect(new Set(texts).size).toBe(3)
    expect(texts[1]).not.toMatch(/escrow|client|my work|your work/i)
    expect(texts[2]).not.toMatch(/escrow|client|revision|application/i)
  })
})
