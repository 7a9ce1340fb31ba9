import { expect, test } from 'vitest'
import { linkParts } from './links.ts'

const links = (text: string) =>
  linkParts(text)
    .filter((part) => part.href)
    .map((part) => part.text)

test('finds URLs without the punctuation after them', () => {
  expect(links('See https://warren.example/a?b=1#c.')).toEqual(['https://warren.example/a?b=1#c'])
  expect(links('(https://en.wikipedia.org/wiki/Hare_(disambiguation))')).toEqual(['https://en.wikipedia.org/wiki/Hare_(disambiguation)'])
  expect(links('http://a.example, HTTPS://B.example!?')).toEqual(['http://a.example', 'HTTPS://B.example'])
  expect(links('こちらhttps://warren.example/デザインをどうぞ')).toEqual(['https://warren.example/'])
  expect(links('「https://warren.example/x」です。')).toEqual(['https://warren.example/x'])
})

test('does not link URLs of other schemes, URLs with a user name, or incomplete URLs', () => {
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

test('keeps every character of the text', () => {
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

const hosts = (text: string) => linkParts(text).flatMap((part) => (part.href === null ? [] : [part.host]))

test('names the real host of a link if its text shows another host or an encoded one', () => {
  expect(hosts('https://warren.example/a HTTPS://Warren.EXAMPLE?b http://warren.example:8080')).toEqual([null, null, null])
  expect(hosts('https://%65vil.example/')).toEqual(['evil.example'])
  expect(hosts('http://2130706433/ http://0x7f.1/')).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(hosts('https://xn--pypal-4ve.example/')).toEqual(['xn--pypal-4ve.example'])
  expect(hosts('https://bank.example:443/')).toEqual(['bank.example'])
})

test('does not link the ASCII beginning of a host that continues with look-alike characters', () => {
  // The second letter is Cyrillic and looks Latin.
  expect(links('https://p\u0430ypal.example/login')).toEqual([])
  expect(links('https://bank.example\u0301.evil.example')).toEqual([])
  expect(links('https://bank.example\uff11')).toEqual([])
  expect(links('https://bank.example.\u0430vil.example')).toEqual([])
  // Japanese letters do not look Latin and follow a URL without a space, so they end it.
  expect(links('https://warren.exampleを見て')).toEqual(['https://warren.example'])
  expect(links('https://warren.example/a\u0430')).toEqual(['https://warren.example/a'])
})
