import { describe, expect, it } from 'vitest'
import { allowedUrl, isPublicAddress } from './link-guard.ts'
import { REFUSED_URLS } from './refused-urls.testing.ts'

const OWN = ['warren.test.com']

describe('allowedUrl', () => {
  it.each(Object.entries(REFUSED_URLS))('refuses %s', (_, urls) => {
    expect(urls.filter((url) => allowedUrl(url, OWN))).toEqual([])
  })

  it.each([
    ['https://news.com', 'https://news.com/'],
    ['http://news.com:80/a?b=c#d', 'http://news.com/a?b=c'],
    ['https://news.com:443/', 'https://news.com/'],
    ['https://NEWS.com./x', 'https://news.com/x'],
    ['https://日本語.jp/', 'https://xn--wgv71a119e.jp/'],
    ['https://_x.a-b.co.jp/', 'https://_x.a-b.co.jp/'],
    ['https://notwarren.test.com/', 'https://notwarren.test.com/'],
    ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
  ])('allows %s', (text, expected) => {
    expect(allowedUrl(text, OWN)?.href).toBe(expected)
  })

  it('resolves the address of a redirect against the page, and refuses one that leads inward', () => {
    expect(allowedUrl('/b', OWN, 'https://news.com/a')?.href).toBe('https://news.com/b')
    expect(allowedUrl('//other.com/', OWN, 'https://news.com/a')?.href).toBe('https://other.com/')
    expect(allowedUrl('//127.0.0.1/', OWN, 'https://news.com/a')).toBeNull()
    expect(allowedUrl('http:/\\localhost', OWN, 'https://news.com/a')).toBeNull()
  })
})

describe('isPublicAddress', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '168.63.129.16', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '256.1.1.1', '1.1.1', 'x', ''],
    ...['::', '::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '100::1', '2001::1', '2001:db8::1', '2002:808:808::', '3fff::1', 'fc00::1'],
    ...['fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '4000::1', '2606:', ':::'],
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '168.63.129.17'],
    ...['192.0.1.1', '198.17.0.1', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001:80e::200e', '2001:200::1'],
  ])('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})
