import fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { now } from '../shared/ids.ts'
import { clearLimits, signedIn } from '../shared/testing.ts'
import { cleanLine, cleanLines } from '../shared/text.schema.ts'
import { parseUsd } from '../shared/usd.schema.ts'
import { eventBody, eventRules } from './events.schema.ts'
import { jobBody, jobRules } from './jobs.schema.ts'
import { serviceBody, serviceRules } from './services.schema.ts'
import { FREELANCE } from './taxonomy.schema.ts'
import { ask, createCity, createFile, testEnv } from './testing.ts'
import { detectLanguage } from './text.schema.ts'

/** The path of the first fault that the form reports for a draft before it is sent, or null. */
function findFormFault(draft: unknown): string | null {
  const parsed = safeParse(serviceBody, draft)
  if (!parsed.success) return `product.${parsed.issues[0].path?.map(({ key }) => key).join('.')}`
  return serviceRules(parsed.output, { name: 'Aiko Mori', wallet: '0x' })[0]?.field ?? null
}

describe('the rules of drafts', () => {
  it('give the same result in the form and on the server for random services', async () => {
    const user = await signedIn(testEnv)
    const files = [await createFile(user), await createFile(user)]
    const text = (lengths: number[]) =>
      fc.oneof(
        fc.constantFrom(...lengths).map((length) => 'x'.repeat(length)),
        fc.constantFrom(' \u200b ', '猫'.repeat(5), '\u202eabc'),
        fc.string({ unit: 'grapheme', maxLength: 130 }),
      )
    const number = fc.oneof(
      fc.constantFrom(0, -1, 1, 0.5, 365, 366, 4_999_999, 5_000_000, 1e12, 1e12 + 1, 2 ** 53, Number.POSITIVE_INFINITY, Number.NaN),
      fc.integer(),
    )
    const option = fc.record({
      price: number,
      delivery: number,
      description: text([0, 9, 10, 600, 601]),
      revisions: fc.option(number, { nil: undefined }),
    })
    const draft = fc.record({
      title: text([0, 4, 5, 120, 121]),
      category: fc.constantFrom<string>('', 'nonsense', ...FREELANCE.map(({ id }) => id)),
      descriptionPreview: text([0, 9, 10, 300, 301]),
      description: text([0, 99, 100, 20_001]).map((content) => `<p>${content}</p>`),
      options: fc.dictionary(fc.constantFrom('Basic', 'Plus', 'Pro', 'Max', '', '__proto__'), option, { minKeys: 0, maxKeys: 4 }),
      media: fc.subarray(files),
    })
    const validDraft = fc.record({
      title: fc.constantFrom('Logos', 'ロゴを作る'),
      category: fc.constant('design'),
      descriptionPreview: fc.constant('x'.repeat(10)),
      description: fc.constant(`<p>${'y'.repeat(100)}</p>`),
      options: fc.constant({ Basic: { price: 5_000_000, delivery: 1, description: 'z'.repeat(10) } }),
      media: fc.constant(files),
    })
    // Valid drafts with up to two random fields. Completely random drafts would nearly always break the first rule.
    const mixed = fc.tuple(
      validDraft,
      draft,
      fc.subarray(['title', 'category', 'descriptionPreview', 'description', 'options', 'media'] as const, { maxLength: 2 }),
    )
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(mixed, async ([valid, random, fields]) => {
        const mixedDraft: Record<string, unknown> = { ...valid }
        for (const field of fields) mixedDraft[field] = random[field]
        const body = JSON.stringify({ product: mixedDraft })
        const answer = await ask('POST', 'addService', { as: user, body })
        await clearLimits(testEnv, user.id, 'POST /api/listings/addService', 'newListing')
        const { error } = (await answer.json()) as { error?: { details: { field?: string; path?: string } } }
        const fault = findFormFault(mixedDraft)
        expect(answer.status).toBe(fault === null ? 200 : 422)
        expect(error?.details.field ?? error?.details.path ?? null).toBe(fault)
        if (fault === null) accepted++
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(20)
  }, 60_000)

  it('give the same result in the form and on the server for random jobs and events', async () => {
    const user = await signedIn(testEnv, { wallet: false })
    const city = await createCity('JP', 'Otaru', '小樽')
    const text = (...lengths: number[]) => fc.constantFrom(...lengths).map((length) => 'x'.repeat(length))
    const number = fc.constantFrom(0, -1, 1, 0.5, 260, 261, 4_999_999, 5_000_000, 1e12, 1e12 + 1, 2 ** 53, Number.NaN)
    const base = {
      title: text(0, 4, 5, 120, 121),
      description: text(99, 100, 20_001).map((content) => `<p>${content}</p>`),
      subCategory: fc.constantFrom('', 'nothing', 'storyboard', 'club'),
      local: fc.boolean(),
      country: fc.constantFrom(null, 'JP', 'XX'),
      city: fc.constantFrom(null, city, -1),
    }
    const job = fc.record({
      ...base,
      category: fc.constantFrom('', 'illustrator', 'design'),
      jobType: fc.constantFrom('CONTRACT', 'FULLTIME', 'HOBBY'),
      duration: number,
      bidding: fc.boolean(),
      bidBase: fc.option(number),
      salary: fc.option(
        fc.record({ amount: number, currency: fc.constantFrom('USD', 'JPY', 'XYZ'), period: fc.constantFrom('hour', 'era') }),
      ),
    })
    const at = now()
    const day = fc.constantFrom(null, 0, at - 86_400, at + 86_400, at + 400 * 86_400, 1.5)
    const event = fc.record({
      ...base,
      category: fc.constantFrom('', 'party', 'illustrator'),
      eventType: fc.constantFrom('ONLINE', 'HYBRID', 'DREAM'),
      event_date: day,
      end_date: day,
      timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'Nowhere'),
      paid: fc.boolean(),
      price: number,
      maxAttendees: fc.option(number),
      theme: fc.constantFrom('INK', 'COSMOS', 'NEON'),
    })
    const validJob = { title: 'Draws', category: 'illustrator', description: `<p>${'y'.repeat(100)}</p>`, media: [] }
    const validEvent = { ...validJob, category: 'party', eventType: 'ONLINE', event_date: at + 86_400 }
    const mixFields = <T extends object>(valid: object, random: fc.Arbitrary<T>) =>
      fc.tuple(random, fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3 })).map(([all, picks]) => {
        const keys = Object.keys(all) as (keyof T)[]
        return { ...valid, ...Object.fromEntries(picks.map((pick) => [keys[pick % keys.length], all[keys[pick % keys.length]!]])) }
      })
    const seller = { name: 'Aiko Mori', wallet: null }
    const accepted = { addJob: 0, addEvent: 0 }
    const check = async (path: 'addJob' | 'addEvent', generated: object) => {
      // Converts to JSON and back, because JSON has no NaN.
      const draft = JSON.parse(JSON.stringify(generated)) as object
      const parsed = safeParse(path === 'addJob' ? jobBody : (eventBody as never), draft)
      const fault = parsed.success
        ? ((path === 'addJob' ? jobRules(parsed.output, seller) : eventRules(parsed.output as never, seller, at))[0]?.field ?? null)
        : `product.${parsed.issues[0].path?.map(({ key }) => key).join('.')}`
      const answer = await ask('POST', path, { as: user, body: { product: draft } })
      await clearLimits(testEnv, user.id, `POST /api/listings/${path}`, 'newListing')
      const { error } = (await answer.json()) as { error?: { details: { field?: string; path?: string } } }
      expect(error?.details.field ?? error?.details.path ?? null).toBe(fault)
      expect(answer.status === 200).toBe(fault === null)
      if (fault === null) accepted[path]++
    }
    await fc.assert(
      fc.asyncProperty(mixFields(validJob, job), (draft) => check('addJob', draft)),
      { numRuns: 200 },
    )
    await fc.assert(
      fc.asyncProperty(mixFields(validEvent, event), (draft) => check('addEvent', draft)),
      { numRuns: 200 },
    )
    expect(accepted.addJob).toBeGreaterThan(20)
    expect(accepted.addEvent).toBeGreaterThan(20)
  }, 60_000)

  it('report all faults of an empty draft in order', () => {
    const empty = safeParse(serviceBody, {
      title: '',
      descriptionPreview: '',
      description: '',
      options: { Basic: { price: 0, delivery: 0, description: '' } },
      media: [],
    })
    expect(empty.success && serviceRules(empty.output, { name: null, wallet: null }).map(({ rule }) => rule)).toEqual([
      'title_short',
      'category_missing',
      'profile_required',
      'wallet_required',
      'preview_short',
      'description_short',
      'price_low',
      'delivery_short',
      'option_description_short',
      'media_missing',
    ])
  })
})

describe('the text functions', () => {
  it.each([
    ['  Logo \t\n design ', 'Logo design'],
    ['a\u0000b\u200bc\u202ed\u2066e\ufefff\u00adg', 'abcdefg'],
    ['👩‍💻 and 👨‍👩‍👧', '👩‍💻 and 👨‍👩‍👧'],
    ['a\u200db\u200c', 'ab'],
    ['می‌خواهم', 'می‌خواهم'],
    ['e\u0301', 'é'],
    ['\u{e0041}x\u2028y', 'x y'],
  ])('clean the line %j', (text, clean) => expect(cleanLine(text)).toBe(clean))

  it('keep line breaks in texts of several lines', () => expect(cleanLines(' a \r\n\r\n\r\n\r\n b\u200b\nc ')).toBe('a\n\nb\nc'))

  it.each([
    ['Logo design', 'en'],
    ['ロゴ', 'ja'],
    ['設計', 'zh'],
    ['로고', 'ko'],
    ['Дизайн', 'ru'],
    ['Дизайн логотипів', 'uk'],
  ])('guess the language of %s', (text, language) => expect(detectLanguage(text)).toBe(language))

  it.each([
    ['20', 20_000_000],
    ['5.5', 5_500_000],
    ['0.000001', 1],
    ['１２０', 120_000_000],
    ['1,200.50', 1_200_500_000],
    ['1,000,000', 1_000_000_000_000],
    ['7,50', null],
    ['12,5', null],
    ['1,20', null],
    ['1,2345', null],
    ['5.0000001', null],
    ['1e3', null],
    ['-5', null],
    ['NaN', null],
    ['', null],
    ['5 USD', null],
  ])('convert the dollar amount %j to micro-USD: %s', (text, micro) => expect(parseUsd(text)).toBe(micro))
})
