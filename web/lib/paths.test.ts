import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slug } from '../../workers/shared/slug.schema.ts'
import { paths } from './paths.ts'

test('builds the address of every page', () => {
  expect({
    home: paths.home(),
    tab: paths.tab('jobs'),
    shown: paths.shown('/jobs/', 'local-JP'),
    shownAll: paths.shown('/', ''),
    search: paths.search('logo / デザイン?'),
    listing: paths.listing(12, 'Logo & identity, for small studios!'),
    listingJa: decodeURIComponent(paths.listing(13, 'ロゴとブランドガイドを一式デザインします')),
    listingBare: paths.listing(14),
    listingSigns: paths.listing(15, '!!!'),
    job: paths.listing(16, 'Solidity engineer', 'jobs'),
    asMember: paths.asMember(16, 'Solidity engineer', 'jobs'),
    list: paths.list(),
    listNew: paths.list('services'),
    listEdit: paths.list('services', 12),
    news: paths.news(),
    trending: paths.trending(),
    following: paths.following(),
    profile: paths.profile(),
    person: paths.person(7),
    settings: paths.settings(),
    orders: paths.orders(),
    order: paths.order('o1'),
    orderRoom: paths.order('o1', 'r1'),
    orderRoomless: paths.order('o1', null),
    messenger: paths.messenger(),
    messengerRoom: paths.messenger('r1'),
    login: paths.login(),
    faq: paths.faq(),
    faqTopic: paths.faq('fees'),
    privacy: paths.privacy(),
    terms: paths.terms(),
    about: paths.about(),
    notice: paths.notice(),
    media: paths.media('m1', 640),
  }).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "asMember": "/jobs/16/solidity-engineer?as=member",
      "faq": "/faq/",
      "faqTopic": "/faq/fees",
      "following": "/following/",
      "home": "/",
      "job": "/jobs/16/solidity-engineer",
      "list": "/list/",
      "listEdit": "/list/services/12",
      "listNew": "/list/services/",
      "listing": "/services/12/logo-identity-for-small-studios",
      "listingBare": "/services/14",
      "listingJa": "/services/13/ロゴとブランドガイドを一式デザインします",
      "listingSigns": "/services/15",
      "login": "/login/",
      "media": "/media/m1/640.webp",
      "messenger": "/messenger/",
      "messengerRoom": "/messenger/r1",
      "news": "/news/",
      "notice": "/tokuteishotorihiki",
      "order": "/orders/o1",
      "orderRoom": "/orders/o1/r1",
      "orderRoomless": "/orders/o1",
      "orders": "/orders/",
      "person": "/profile/7",
      "privacy": "/privacy",
      "profile": "/profile/",
      "search": "/search/logo%20%2F%20%E3%83%87%E3%82%B6%E3%82%A4%E3%83%B3%3F",
      "settings": "/settings/",
      "shown": "/jobs/?show=local-JP",
      "shownAll": "/",
      "tab": "/jobs/",
      "terms": "/terms",
      "trending": "/trending/",
    }
  `)
})

test('slugs keep letters and digits of any script, and never end with a hyphen', () => {
  expect(slug('Ｆｕｌｌ　ｗｉｄｔｈ')).toBe('full-width')
  expect(slug('Ça va? Ünïcödé')).toBe('ça-va-ünïcödé')
  expect(slug('--..--')).toBe('')
  expect(slug(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79))
})

test('slugs are cut between visible characters', () => {
  // The cut would split a letter of two UTF-16 units.
  expect(slug(`${'a'.repeat(79)}𠮷`)).toBe('a'.repeat(79))
  expect(slug(`${'a'.repeat(78)}𠮷b`)).toBe(`${'a'.repeat(78)}𠮷`)
  // The cut would split a letter from its mark; there is no composed form.
  expect(slug(`${'a'.repeat(79)}x\u0302`)).toBe('a'.repeat(79))
  // A letter with 300 marks is one character, which is too long for an address.
  expect(slug(`a ${'z'}${'\u0302'.repeat(300)}`)).toBe('a')
  expect(paths.listing(12, `z${'\u0302'.repeat(300)}`)).toBe('/services/12')
})

test('every title has an address, even one with broken characters', () => {
  const title = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    // Random UTF-16 units, many of them halves of letters.
    fc.array(fc.constantFrom('a', ' ', '\ud842', '\udfb7', '\u0302', '𠮷', '\u0000'), { maxLength: 200 }).map((units) => units.join('')),
  )
  fc.assert(
    fc.property(title, (text) => {
      const path = paths.listing(12, text)
      expect(slug(text).isWellFormed()).toBe(true)
      expect(slug(text).length).toBeLessThanOrEqual(80)
      expect(decodeURIComponent(path)).toMatch(/^\/services\/12(\/[^/]+)?$/u)
      expect(() => paths.search(text)).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

test('slugs are cut only at character boundaries of Intl.Segmenter', () => {
  const letter = fc.constantFrom('a', 'Z', '7', '猫', 'が', '한', '𠮷', 'x\u0302\u0323', 'กำ', 'நி', 'שׁ', 'بِّ', 'ё', 'हि', '👩‍🔬', ' ')
  fc.assert(
    fc.property(fc.array(letter, { minLength: 50, maxLength: 120 }), (letters) => {
      const whole = letters
        .join('')
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
        .replace(/^-+/, '')
      const short = slug(letters.join(''))
      expect(whole.startsWith(short)).toBe(true)
      expect([...new Intl.Segmenter().segment(`${whole}-`)].map(({ index }) => index)).toContain(short.length)
    }),
    { numRuns: 1000 },
  )
})
