import { expect, it } from 'vitest'
import { lineCount } from './line-count.ts'

it.each([
  ['', 1],
  ['One line', 1],
  ['One\n\nthree', 3],
  ['x'.repeat(53), 2],
  ['あ'.repeat(27), 2],
  [`${'x'.repeat(104)}\ny`, 3],
])('counts the lines of %j', (text, lines) => expect(lineCount(text)).toBe(lines))
