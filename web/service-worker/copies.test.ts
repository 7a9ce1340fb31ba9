import { expect, test } from 'vitest'
import { filesOf, isFile, isStorable } from './copies.ts'

test('the files of a page are its scripts, styles, fonts and pictures, each once', () => {
  const html = `<link rel="preload" href="/assets/font-abc.woff2"><script src="/assets/a.js"></script><link href="/assets/a.css">
    <img src="/media/t1/640.webp"><img src="/media/t1/640.webp"><a href="/services/7/signs">Signs</a><a href="https://x.example/assets/b.js">x</a>`
  expect(filesOf(html)).toEqual(['/assets/font-abc.woff2', '/assets/a.js', '/assets/a.css', '/media/t1/640.webp'])
})

test.each(['/api/auth/getUserInfo', '/api/orders/getMyOrders', '/', '/orders/', '/service-worker.js', '/robots.txt'])(
  '%s is not a file that may be stored',
  (path) => expect(isFile(path)).toBe(false),
)

test('an answer for one member, an error and a redirect are not stored', () => {
  const answer = (status: number, cacheControl: string) => new Response(null, { status, headers: { 'cache-control': cacheControl } })
  expect(isStorable(answer(200, 'private, no-cache'))).toBe(true)
  expect(isStorable(answer(200, 'private, no-store'))).toBe(false)
  expect(isStorable(answer(404, 'no-cache'))).toBe(false)
  expect(isStorable(Object.defineProperty(answer(200, ''), 'redirected', { value: true }))).toBe(false)
})
