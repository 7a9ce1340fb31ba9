import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { COMMON } from '../auth/common-passwords.gen.ts'
import { isCommon } from '../auth/common-passwords.ts'
import { commonPasswords } from './common-passwords.ts'

test('the filter is the one its script writes', () => {
  expect(COMMON).toBe(commonPasswords())
})

test('of the most used passwords that are long enough it refuses the first three thousand, and most of the next two', () => {
  const long = dictionary.passwords.filter((password) => password.length >= 8)
  const refused = (from: number, to: number) => long.slice(from, to).filter((password) => isCommon(password, [])).length
  expect(refused(0, 3000)).toBeGreaterThan(2990)
  expect(refused(3000, 5000)).toBeGreaterThan(1800)
})

test('it takes hardly any good password for a common one', () => {
  // Always the same ones, so that the test does not depend on luck.
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_!'
  const good = Array.from({ length: 5000 }, () => Array.from({ length: 12 }, () => letters[next(letters.length)]).join(''))
  expect(good.filter((password) => isCommon(password, ['aiko@example.com', 'Warren'])).length).toBeLessThan(15)
  for (const phrase of ['correct horse battery staple', 'tr0ub4dor&3', 'naniwa-bashi 4 doors', '東京の空は今日も青い'])
    expect(isCommon(phrase, [])).toBe(false)
})
