import { expect, test } from 'vitest'
import { isMeant, typedAt } from './typed.ts'

const items = ['Newest', 'Most ordered', 'Nearest', 'Price']

test('one letter goes on to the next item that begins with it, round the end', () => {
  expect(typedAt(items, 'n', 0)).toBe(2)
  expect(typedAt(items, 'n', 2)).toBe(0)
  expect(typedAt(items, 'P', 1)).toBe(3)
  expect(typedAt(items, 'x', 1)).toBe(-1)
  expect(typedAt(items, 'n', -1)).toBe(0)
  expect(typedAt([], 'n', -1)).toBe(-1)
})

test('several letters stay where they are right', () => {
  expect(typedAt(items, 'ne', 0)).toBe(0)
  expect(typedAt(items, 'nea', 0)).toBe(2)
})

test('a name is meant by the beginning of any of its words, with or without accents', () => {
  expect(isMeant('Côte d’Ivoire', 'cote')).toBe(true)
  expect(isMeant('United States of America', 'ame')).toBe(true)
  expect(isMeant('Japan', 'pan')).toBe(false)
  expect(isMeant('日本', '日')).toBe(true)
  expect(isMeant('ｶﾅﾀﾞ', 'カナ')).toBe(true)
  expect(isMeant('Anything', ' ')).toBe(true)
})
