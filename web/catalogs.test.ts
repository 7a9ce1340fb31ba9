import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const entries = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)]
    .map(([, id, text]) => ({ id: id!, text: text! }))
    .filter(({ id }) => id)
/** Names and tags a text is filled with; `#` stands for the number of a plural. */
const holes = (text: string) => new Set(text.match(/\{\w+(?=[},])|<\/?\d+\/?>/g))

const catalogs = globSync('**/locales/**/ja.po', { cwd: import.meta.dirname })

test('there are catalogs', () => expect(catalogs.length).toBeGreaterThan(5))

/** A number that may be 1 before a noun in its plural; what is written in capitals is a constant, and no placeholder has a number of its own. */
const COUNTED =
  /(?<!\{\w+, plural, .*)\{(?:[a-z]\w*|\d)\} (?:days|hours|weeks|minutes|files|reviews|places|orders|people|pictures|messages)\b/

test.each(catalogs)('%s counts nothing without a plural', (catalog) => {
  const counted = entries(resolve(import.meta.dirname, catalog)).filter(({ id }) => COUNTED.test(id))
  expect(counted.map(({ id }) => id)).toEqual([])
})

test.each(catalogs)('%s leaves nothing untranslated, and fills the same holes', (catalog) => {
  for (const { id, text } of entries(resolve(import.meta.dirname, catalog))) {
    expect(text, `no Japanese for "${id}"`).not.toBe('')
    expect(holes(text), `holes of "${id}"`).toEqual(holes(id))
  }
})
