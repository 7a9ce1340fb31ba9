import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { SOCIAL_FIELDS, type SocialLinks, socialMediaRequest } from './social-links.schema.ts'

type Field = keyof SocialLinks

/** The stored address, or the rule that the address breaks. */
function check(field: Field, address: string): string {
  const { success, output, issues } = safeParse(socialMediaRequest, { name: 'aiko', [field]: address })
  return success ? output[field]! : `rule ${issues[0].message}`
}

const EMPTY = { website: '', instagram: '', twitter: '', twitch: '', youtube: '' }

describe('social links are stored in one form', () => {
  it.each<[Field, string, string]>([
    ['website', 'https://Example.com', 'https://example.com/'],
    ['website', ' example.com/books?lang=ja#new ', 'https://example.com/books?lang=ja#new'],
    ['website', 'https://日本.example.jp/あ', 'https://xn--wgv71a.example.jp/%E3%81%82'],
    ['website', 'ＥＸＡＭＰＬＥ．com', 'https://example.com/'],
    ['instagram', 'https://www.instagram.com/aiko.mori/', 'https://www.instagram.com/aiko.mori'],
    ['instagram', 'instagram.com/aiko_mori?igsh=abc', 'https://www.instagram.com/aiko_mori'],
    ['twitter', 'https://twitter.com/Aiko_Mori', 'https://x.com/Aiko_Mori'],
    ['twitter', 'https://mobile.x.com/aiko?s=20#top', 'https://x.com/aiko'],
    ['twitch', 'https://m.twitch.tv/aiko_1', 'https://www.twitch.tv/aiko_1'],
    ['youtube', 'https://youtube.com/@aiko-draws', 'https://www.youtube.com/@aiko-draws'],
    ['youtube', 'https://m.youtube.com/@アイコ', 'https://www.youtube.com/@%E3%82%A2%E3%82%A4%E3%82%B3'],
    ['youtube', 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv', 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv'],
    ['youtube', 'https://www.youtube.com/user/aiko', 'https://www.youtube.com/user/aiko'],
  ])('%s %s', (field, address, stored) => {
    expect(check(field, address)).toBe(stored)
    expect(check(field, stored)).toBe(stored)
  })

  it('and an empty address is no link', () => {
    expect(safeParse(socialMediaRequest, { name: 'aiko', ...EMPTY }).output).toEqual({ name: 'aiko', ...EMPTY })
    for (const field of SOCIAL_FIELDS) expect(check(field, ' \n')).toBe('')
  })
})

describe('social links refuse', () => {
  it.each(
    SOCIAL_FIELDS.flatMap((field) =>
      [
        'http://www.instagram.com/aiko',
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)//https://x.com/aiko',
        'data:text/html,<script>alert(1)</script>',
        'ftp://x.com/aiko',
        'https://me:secret@x.com/aiko',
        'https://x.com@evil.example/aiko',
        'https://x.com:8443/aiko',
        'https://127.0.0.1/aiko',
        'https://0x7f.1/aiko',
        'https://2130706433/aiko',
        'https://[::1]/aiko',
        'https://localhost/aiko',
        'https://x.com./aiko',
        'https://',
        '@aiko',
        'aiko',
        '日本語',
        '/aiko',
        'a b.com',
      ].map((address) => [field, address] as const),
    ),
  )('%s %j, which is no address with https and a host', (field, address) => {
    expect(check(field, address)).toBe('rule https')
  })

  it.each<[Field, string]>([
    ['instagram', 'https://example.com/aiko'],
    ['instagram', 'https://instagram.com.evil.example/aiko'],
    ['instagram', 'https://evil-instagram.com/aiko'],
    ['instagram', 'https://evil.instagram.com/aiko'],
    ['instagram', 'https://instаgram.com/aiko'],
    ['instagram', 'https://x.com/aiko'],
    ['twitter', 'https://twitter.co/aiko'],
    ['twitter', 'https://twiter.com/aiko'],
    ['twitter', 'https://х.com/aiko'],
    ['twitter', 'https://xn--80ak6aa92e.com/aiko'],
    ['twitch', 'https://twitch.com/aiko'],
    ['twitch', 'https://clips.twitch.tv/aiko'],
    ['youtube', 'https://youtu.be/@aiko'],
    ['youtube', 'https://youtube.com.co/@aiko'],
    ['youtube', 'https://yoսtube.com/@aiko'],
  ])('%s %s, which is of another host', (field, address) => {
    expect(check(field, address)).toBe('rule host')
  })

  it.each<[Field, string]>([
    ['instagram', 'https://www.instagram.com/'],
    ['instagram', 'https://www.instagram.com/p/C1a2b3'],
    ['instagram', 'https://www.instagram.com/explore'],
    ['instagram', 'https://www.instagram.com/аiko'],
    ['instagram', 'https://www.instagram.com/aiko\u202e'],
    ['instagram', `https://www.instagram.com/${'a'.repeat(31)}`],
    ['instagram', 'https://www.instagram.com/aiko//'],
    ['twitter', 'https://x.com/@aiko'],
    ['twitter', 'https://x.com/aiko/status/1'],
    ['twitter', 'https://x.com/intent'],
    ['twitter', 'https://x.com/Home'],
    ['twitter', `https://x.com/${'a'.repeat(16)}`],
    ['twitch', 'https://www.twitch.tv/videos/123456'],
    ['twitch', 'https://www.twitch.tv/directory'],
    ['twitch', 'https://www.twitch.tv/%zz'],
    ['twitch', 'https://www.twitch.tv/%2e%2e%2faiko'],
    ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/@a'],
    ['youtube', 'https://www.youtube.com/@ai\u200bko'],
    ['youtube', 'https://www.youtube.com/channel/UCshort'],
    ['youtube', 'https://www.youtube.com/redirect?q=https://evil.example'],
  ])('%s %j, which is no page of an account', (field, address) => {
    expect(check(field, address)).toBe('rule form')
  })

  it('an address that is too long, also as it is stored', () => {
    expect(check('website', `https://example.com/${'x'.repeat(300)}`)).toBe('rule too_long')
    expect(check('website', `https://example.com/${'あ'.repeat(100)}`)).toBe('rule too_long')
  })
})
