import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LOCALE, LOCALE_CODES } from '../workers/shared/locales.schema.ts'

const entries = (path: string) =>
  [...readFileSync(resolve(import.meta.dirname, path), 'utf8').matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)]
    .map(([, id, text]) => ({ id: id!, text: text! }))
    .filter(({ id }) => id)
/** The placeholders and tags of a text. */
const placeholders = (text: string) => new Set(text.match(/\{\w+(?=[},])|<\/?\d+\/?>/g))

const catalogsOf = (locale: string) => globSync(`**/locales/**/${locale}.po`, { cwd: import.meta.dirname })
const sources = catalogsOf(DEFAULT_LOCALE)

test('there are more than five catalogs', () => expect(sources.length).toBeGreaterThan(5))

/** A number that can be 1, before a plural noun. Names in capitals are allowed: they are constants. A digit stands for an unnamed value. */
const COUNTED =
  /(?<!\{\w+, plural, .*)\{(?:[a-z]\w*|\d)\} (?:days|hours|weeks|minutes|files|reviews|places|orders|people|pictures|messages)\b/

test.each(sources)('%s has a plural form for every number that can be 1', (catalog) => {
  expect(
    entries(catalog)
      .map(({ id }) => id)
      .filter((id) => COUNTED.test(id)),
  ).toEqual([])
})

describe.each(LOCALE_CODES.filter((locale) => locale !== DEFAULT_LOCALE))('the language %s', (locale) => {
  test('has every catalog', () => {
    expect(catalogsOf(locale)).toEqual(sources.map((path) => path.replace(`${DEFAULT_LOCALE}.po`, `${locale}.po`)))
  })

  test.each(catalogsOf(locale))('%s translates every text, with the same placeholders', (catalog) => {
    for (const { id, text } of entries(catalog)) {
      expect(text, `no translation of "${id}"`).not.toBe('')
      expect(placeholders(text), `placeholders of "${id}"`).toEqual(placeholders(id))
    }
  })
})
