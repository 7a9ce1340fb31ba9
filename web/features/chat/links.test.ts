import { expect, test } from 'vitest'
import { linkParts } from './links.ts'

const links = (text: string) =>
  linkParts(text)
    .filter((part) => part.href)
    .map((part) => part.text)

test('finds addresses, without the punctuation after them', () => {
  expect(links('See https://warren.example/a?b=1#c.')).toEqual(['https://warren.example/a?b=1#c'])
  expect(links('(https://en.wikipedia.org/wiki/Hare_(disambiguation))')).toEqual(['https://en.wikipedia.org/wiki/Hare_(disambiguation)'])
  expect(links('http://a.example, HTTPS://B.example!?')).toEqual(['http://a.example', 'HTTPS://B.example'])
  expect(links('こちらhttps://warren.example/デザインをどうぞ')).toEqual(['https://warren.example/'])
  expect(links('「https://warren.example/x」です。')).toEqual(['https://warren.example/x'])
})

test('never makes a link of anything else', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://bank.example@evil.example/',
    'https://user:secret@evil.example/',
    'https://',
    'http:///',
    'xhttps://a.example',
    '//evil.example',
    'ftp://files.example',
    'a.example',
  ]) {
    expect(links(text), text).toEqual([])
  }
})

test('loses no letter of the text', () => {
  for (const text of [
    '',
    'plain',
    'a https://b.example c\n\nhttps://d.example/)).',
    '<b>https://e.example"onclick=x</b>',
    'https://x@y https://z.example',
  ]) {
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
})
