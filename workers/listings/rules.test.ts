import fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { signedIn } from '../shared/testing.ts'
import { parseUsd } from './fields.schema.ts'
import { serviceBody, serviceRules } from './services.schema.ts'
import { FREELANCE } from './taxonomy.schema.ts'
import { areaEnv, ask, fileOf } from './testing.ts'
import { cleanLine, cleanLines, detectLanguage } from './text.schema.ts'

/** What the form says of a draft before it is sent: the path of the first fault, or null. */
function formVerdict(draft: unknown): string | null {
  const parsed = safeParse(serviceBody, draft)
  if (!parsed.success) return `product.${parsed.issues[0].path?.map(({ key }) => key).join('.')}`
  return serviceRules(parsed.output, { name: 'Aiko Mori', wallet: '0x' })[0]?.field ?? null
}

describe('the rules', () => {
  it('say the same in the form and at the server, about any draft', async () => {
    const user = await signedIn(areaEnv)
    const files = [await fileOf(user), await fileOf(user)]
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
      description: text([0, 99, 100, 20_001]).map((words) => `<p>${words}</p>`),
      options: fc.dictionary(fc.constantFrom('Basic', 'Plus', 'Pro', 'Max', '', '__proto__'), option, { minKeys: 0, maxKeys: 4 }),
      media: fc.subarray(files),
    })
    const good = fc.record({
      title: fc.constantFrom('Logos', 'ロゴを作る'),
      category: fc.constant('design'),
      descriptionPreview: fc.constant('x'.repeat(10)),
      description: fc.constant(`<p>${'y'.repeat(100)}</p>`),
      options: fc.constant({ Basic: { price: 5_000_000, delivery: 1, description: 'z'.repeat(10) } }),
      media: fc.constant(files),
    })
    // Mostly right drafts with a few fields wrong: wholly random ones would never get past the first rule.
    const mixed = fc.tuple(
      good,
      draft,
      fc.subarray(['title', 'category', 'descriptionPreview', 'description', 'options', 'media'] as const, { maxLength: 2 }),
    )
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(mixed, async ([right, wrong, fields]) => {
        const one: Record<string, unknown> = { ...right }
        for (const field of fields) one[field] = wrong[field]
        const body = JSON.stringify({ product: one })
        const answer = await ask('POST', 'addService', { as: user, body })
        const { error } = (await answer.json()) as { error?: { details: { field?: string; path?: string } } }
        const verdict = formVerdict(one)
        expect(answer.status).toBe(verdict === null ? 200 : 422)
        expect(error?.details.field ?? error?.details.path ?? null).toBe(verdict)
        if (verdict === null) accepted++
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(20)
  }, 60_000)

  it('come in their order, and all at once for the form', () => {
    const nothing = safeParse(serviceBody, {
      title: '',
      descriptionPreview: '',
      description: '',
      options: { Basic: { price: 0, delivery: 0, description: '' } },
      media: [],
    })
    expect(nothing.success && serviceRules(nothing.output, { name: null, wallet: null }).map(({ rule }) => rule)).toEqual([
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

describe('texts', () => {
  it.each([
    ['  Logo \t\n design ', 'Logo design'],
    ['a\u0000b\u200bc\u202ed\u2066e\ufefff\u00adg', 'abcdefg'],
    ['👩‍💻 and 👨‍👩‍👧', '👩‍💻 and 👨‍👩‍👧'],
    ['a\u200db\u200c', 'ab'],
    ['می‌خواهم', 'می‌خواهم'],
    ['e\u0301', 'é'],
    ['\u{e0041}x\u2028y', 'x y'],
  ])('cleans %j', (text, clean) => expect(cleanLine(text)).toBe(clean))

  it('keeps line breaks where there are lines', () => expect(cleanLines(' a \r\n\r\n\r\n\r\n b\u200b\nc ')).toBe('a\n\nb\nc'))

  it.each([
    ['Logo design', 'en'],
    ['ロゴ', 'ja'],
    ['設計', 'zh'],
    ['로고', 'ko'],
    ['Дизайн', 'ru'],
    ['Дизайн логотипів', 'uk'],
  ])('guesses the language of %s', (text, language) => expect(detectLanguage(text)).toBe(language))

  it.each([
    ['20', 20_000_000],
    ['5.5', 5_500_000],
    ['0.000001', 1],
    ['１２０', 120_000_000],
    ['1,200.50', 1_200_500_000],
    ['5.0000001', null],
    ['1e3', null],
    ['-5', null],
    ['NaN', null],
    ['', null],
    ['5 USD', null],
  ])('reads %s dollars', (text, micro) => expect(parseUsd(text)).toBe(micro))
})
