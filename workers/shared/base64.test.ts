import { expect, it } from 'vitest'
import { Base64 } from './base64.ts'

const bytes = Uint8Array.from({ length: 257 }, (_, i) => i % 256)

it.each([0, 1, 2, 3, 257])('writes and reads %i bytes, with or without padding', (length) => {
  const some = bytes.slice(0, length)
  const text = Base64.fromUint8Array(some)
  expect(text).toBe(Buffer.from(some).toString('base64'))
  expect(Base64.toUint8Array(text)).toEqual(some)
  expect(Base64.toUint8Array(text.replace(/=+$/, ''))).toEqual(some)
})
