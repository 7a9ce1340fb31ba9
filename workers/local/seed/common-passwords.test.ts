import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { COMMON } from '../../auth/common-passwords.gen.ts'
import { isCommon } from '../../auth/common-passwords.ts'
import { commonPasswords } from './common-passwords.ts'

test('the committed filter equals the output of its script', () => {
  expect(COMMON).toBe(commonPasswords())
})

test('rejects nearly all of the 3,000 most used passwords of sufficient length, and most of the next 2,000', () => {
  const long = dictionary.passwords.filter((password) => password.length >= 8)
  const refused = (from: number, to: number) => long.slice(from, to).filter((password) => isCommon(password, [])).length
  expect(refused(0, 3000)).toBeGreaterThan(2990)
  expect(refused(3000, 5000)).toBeGreaterThan(1800)
})

test('accepts almost all strong passwords', () => {
  // A fixed sequence, so that the test does not depend on chance.
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
