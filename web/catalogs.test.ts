import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LOCALE, LOCALE_CODES } from '../workers/shared/locales.schema.ts'

const entries = (path: string) =>
  [...readFileSync(resolve(import.meta.dirname, path), 'utf8').matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)]
    .map(([, id, text]) => ({ id: id!, text: text! }))
    .filter(({ id }) => id)
/** The placeholders and tags of a text; `#` is the number of a plural. */
const placeholders = (text: string) => new Set(text.match(/\{\w+(?=[},])|<\/?\d+\/?>/g))

const catalogsOf = (locale: string) => globSync(`**/locales/**/${locale}.po`, { cwd: import.meta.dirname })
const sources = catalogsOf(DEFAULT_LOCALE)

test('there are catalogs', () => expect(sources.length).toBeGreaterThan(5))

/** A number that may be 1 before a noun in its plural. A placeholder in capitals is a constant; a number alone is an unnamed placeholder. */
const COUNTED =
  /(?<!\{\w+, plural, .*)\{(?:[a-z]\w*|\d)\} (?:days|hours|weeks|minutes|files|reviews|places|orders|people|pictures|messages)\b/

test.each(sources)('%s counts nothing without a plural', (catalog) => {
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

  test.each(catalogsOf(locale))('%s leaves nothing untranslated, and has the same placeholders', (catalog) => {
    for (const { id, text } of entries(catalog)) {
      expect(text, `no translation of "${id}"`).not.toBe('')
      expect(placeholders(text), `placeholders of "${id}"`).toEqual(placeholders(id))
    }
  })
})
