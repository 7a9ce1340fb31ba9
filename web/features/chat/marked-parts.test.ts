import { expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

const marked = (text: string, search: string) =>
  markedParts(text, search)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['The logo is blue', 'logo', 'The [logo] is blue'],
  ['LOGO and logos', 'logo', '[LOGO] and [logo]s'],
  ['青い鳥', '青', '[青]い鳥'],
  ['a+b (c)', '+ (c', 'a[+]b [(c])'],
  ['Logo, logotype', 'log logo', '[Logo], [logo]type'],
  ['Nothing', '  ', 'Nothing'],
  ['Nothing', 'x', 'Nothing'],
])('%s, searched for "%s"', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected)
})
