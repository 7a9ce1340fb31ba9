import { expect, test } from 'vitest'
import { samePage } from './stored-pages.ts'

test('the offline page opens the address in its fragment', () => {
  expect(samePage('#/orders/12/?tab=open')).toBe('/orders/12/?tab=open')
})

test('the offline page opens no other site, no script and not itself', () => {
  for (const fragment of [
    '',
    '#',
    '#//evil.example/',
    '#/\\evil.example',
    '#https://evil.example/',
    '#javascript:alert(1)',
    '#/offline/#/x',
    '#/a\nb',
  ])
    expect(samePage(fragment)).toBe('/')
})
