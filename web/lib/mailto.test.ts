import { expect, it } from 'vitest'
import { mailto } from './mailto.ts'

it('leads to the address alone, whatever it contains', () => {
  expect(mailto('aiko@example.com')).toBe('mailto:aiko%40example.com')
  const link = new URL(mailto('a%40evil.example?bcc=b%40evil.example&body=x@example.com'))
  expect([link.search, decodeURIComponent(link.pathname)]).toEqual(['', 'a%40evil.example?bcc=b%40evil.example&body=x@example.com'])
})
