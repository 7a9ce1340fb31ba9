import { expect, it } from 'vitest'
import { cutText, DERIVED_DESCRIPTION, DERIVED_TITLE } from './cut-text.ts'

const family = '👩🏽‍❤️‍💋‍👨🏿'
const marks = '\u0301'.repeat(5000)

it('keeps a text of the limit, and cuts a longer one between characters', () => {
  expect(cutText('x'.repeat(22), 22)).toBe('x'.repeat(22))
  expect(cutText(`${'x'.repeat(21)} more`, 22)).toBe(`${'x'.repeat(21)}…`)
  expect(cutText('', 22)).toBe('')
})

it('keeps whole emoji up to the limit', () => {
  expect([...family]).toHaveLength(10)
  expect(cutText(family.repeat(23), 22)).toBe(`${family.repeat(22)}…`)
  expect(cutText(family.repeat(22), 22)).toBe(family.repeat(22))
})

it('cuts before a character that has too many combining marks', () => {
  expect(cutText(`Snow x${marks}`, DERIVED_TITLE)).toBe('Snow…')
  expect(cutText(`Snowx${'\u0301'.repeat(30)} y`, DERIVED_TITLE)).toBe(`Snowx${'\u0301'.repeat(30)} y`)
})

it('bounds the code points of any text', () => {
  for (const limit of [DERIVED_TITLE, DERIVED_DESCRIPTION])
    for (const text of [
      `x${marks}`,
      marks,
      `${'y\u0301\u0302\u0303'.repeat(4)}x${marks}`,
      family.repeat(500),
      `😀${'\u200d😀'.repeat(3000)}`,
    ]) {
      const cut = cutText(text, limit)
      expect([...cut].length).toBeLessThanOrEqual(limit * 10 + 1)
      expect(cut.isWellFormed()).toBe(true)
    }
})
