import { describe, expect, it } from 'vitest'
import type { ApiError } from '../shared/errors.ts'
import { checksum, dateTime, parseSiweMessage, verifySiwe } from './siwe.ts'

const ADDRESS = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const LINES = {
  header: 'warren.example wants you to sign in with your Ethereum account:',
  address: ADDRESS,
  statement: '\nSign in. This costs nothing & moves no money: https://warren.example/terms\n',
  uri: 'URI: https://warren.example',
  version: 'Version: 1',
  chain: 'Chain ID: 8453',
  nonce: 'Nonce: 32891756abcDEF',
  issued: 'Issued At: 2026-11-20T10:00:00Z',
}
/** The message with some of its parts replaced; an undefined part is left out, and `more` comes last. */
const written = (parts: Partial<Record<keyof typeof LINES | 'more', string | undefined>> = {}) =>
  Object.values({ ...LINES, ...parts })
    .filter((line) => line !== undefined)
    .join('\n')
const partOf = (text: string) => {
  try {
    parseSiweMessage(text)
    return 'accepted'
  } catch (error) {
    return ((error as ApiError).details as { part: string }).part
  }
}

describe('messages the grammar allows', () => {
  it('gives every field as written', () => {
    const more =
      'Expiration Time: 2026-11-20T10:10:00.5Z\nNot Before: 2026-11-20T09:00:00-02:00\nRequest ID: a%20b@c:1\nResources:\n- ipfs://Qm/\n- urn:x'
    expect(parseSiweMessage(written({ more }))).toEqual({
      domain: 'warren.example',
      address: ADDRESS,
      statement: 'Sign in. This costs nothing & moves no money: https://warren.example/terms',
      uri: 'https://warren.example',
      version: '1',
      chainId: 8453,
      nonce: '32891756abcDEF',
      issuedAt: '2026-11-20T10:00:00Z',
      expirationTime: '2026-11-20T10:10:00.5Z',
      notBefore: '2026-11-20T09:00:00-02:00',
      requestId: 'a%20b@c:1',
      resources: ['ipfs://Qm/', 'urn:x'],
    })
  })

  it('tells no statement from an empty one', () => {
    expect(parseSiweMessage(written({ statement: '\n' })).statement).toBeUndefined()
    expect(parseSiweMessage(written({ statement: '\n\n' })).statement).toBe('')
  })

  it('takes a list of no resources and an empty request id', () => {
    expect(parseSiweMessage(written({ more: 'Resources:' })).resources).toEqual([])
    expect(parseSiweMessage(written({ more: 'Request ID: ' })).requestId).toBe('')
  })

  it.each(['localhost:8788', '127.0.0.1', '[::1]:80', '[::cafe]', 'a_b~c', 'user:pass@warren.example', '[v1.x:y]', 'x%41y'])(
    'the domain %s',
    (domain) => {
      expect(parseSiweMessage(written({ header: `${domain} wants you to sign in with your Ethereum account:` })).domain).toBe(domain)
    },
  )

  it('reads the scheme apart from the domain', () => {
    const message = parseSiweMessage(written({ header: `https://${LINES.header}` }))
    expect([message.scheme, message.domain]).toEqual(['https', 'warren.example'])
  })

  it.each([
    'did:key:abc',
    'https://[1:2:3:4:5:6:7:8]/a;b?c/d?#e/f?',
    'file:///etc',
    'a:',
    'mailto:x@y.example',
    'https://127.0.0.1:4361',
    'x:/y//z',
  ])('the URI %s', (uri) => {
    expect(parseSiweMessage(written({ uri: `URI: ${uri}` })).uri).toBe(uri)
  })
})

describe('messages the grammar forbids', () => {
  const header = (domain: string) => ({ header: `${domain} wants you to sign in with your Ethereum account:` })
  it.each([
    ['header', written({ header: 'warren.example wants you to log in with your Ethereum account:' })],
    ['header', written({ header: `${LINES.header} ` })],
    ['domain', written(header(''))],
    ['domain', written(header('#x'))],
    ['domain', written(header('a b'))],
    ['domain', written(header('https://'))],
    ['domain', written(header('warren.example/path'))],
    ['domain', written(header('[::1::2]'))],
    ['domain', written(header('[1:2:3:4:5:6:7]'))],
    ['domain', written(header('[::300.0.0.1]'))],
    ['domain', written(header('例え.jp'))],
    ['domain', written(header('a%4'))],
    ['address', written({ address: ADDRESS.toLowerCase() })],
    ['address', written({ address: ADDRESS.replace('C02a', 'c02a') })],
    ['address', written({ address: `${ADDRESS}0` })],
    ['address', written({ address: ADDRESS.replace('0x', '0X') })],
    ['address', written({ address: `${ADDRESS} ` })],
    ['address', written({ address: undefined })],
    ['statement', written({ statement: '\nfirst\nsecond\n' })],
    ['statement', written({ statement: '\nSign in.\nNonce: 12345678\n' })],
    ['uri', written({ statement: '\n\nSign in.\n' })],
    ['statement', written({ statement: '\nログイン\n' })],
    ['statement', written({ statement: '\na "quote"\n' })],
    ['statement', written({ statement: '\ncarriage\r\n' })],
    ['statement', written({ statement: undefined })],
    ['uri', written({ uri: undefined })],
    ['uri', written({ uri: 'URI: /relative' })],
    ['uri', written({ uri: 'URI: https://a b' })],
    ['uri', written({ uri: 'URI: https://[::0.0.0.256]/p' })],
    ['uri', written({ uri: 'URI: https://x/%zz' })],
    ['uri', written({ uri: 'URI: https://x/#a#b' })],
    ['uri', written({ uri: 'URI:https://x' })],
    ['uri', written({ uri: 'uri: https://x' })],
    ['version', written({ version: 'Version: 2' })],
    ['version', written({ version: 'Version: 1 ' })],
    ['version', written({ version: undefined })],
    ['chainId', written({ chain: 'Chain ID: 0x2105' })],
    ['chainId', written({ chain: 'Chain ID: 8453.0' })],
    ['chainId', written({ chain: 'Chain ID: ' })],
    ['chainId', written({ chain: 'Chain ID: ８４５３' })],
    ['nonce', written({ nonce: 'Nonce: 1234567' })],
    ['nonce', written({ nonce: 'Nonce: 1234-5678' })],
    ['nonce', written({ nonce: undefined })],
    ['nonce', written({ nonce: 'Nonce: 12345678\r' })],
    ['issuedAt', written({ issued: undefined })],
    ['issuedAt', written({ issued: 'Issued At: 2026-11-20' })],
    ['issuedAt', written({ issued: 'Issued At: 2026-02-29T10:00:00Z' })],
    ['issuedAt', written({ issued: 'Issued At: 2026-11-20T10:00:00' })],
    ['issuedAt', written({ issued: 'Issued At: 2026-11-20 10:00:00Z' })],
    ['expirationTime', written({ more: 'Expiration Time: tomorrow' })],
    ['notBefore', written({ more: 'Not Before: 2026-13-01T00:00:00Z' })],
    ['requestId', written({ more: 'Request ID: a b' })],
    ['resources', written({ more: 'Resources:\n- https://a - https://b' })],
    ['resources', written({ more: 'Resources:\nhttps://a' })],
    ['end', written({ more: 'Not Before: 2026-11-20T10:00:00Z\nExpiration Time: 2026-11-20T10:00:00Z' })],
    ['end', written({ more: 'Nonce: 87654321' })],
    ['end', `${written()}\n`],
    [
      'nonce',
      written({ chain: LINES.nonce, nonce: LINES.chain }).replace('Nonce: 32891756abcDEF\nChain ID: 8453', 'Chain ID: 8453\nVersion: 1'),
    ],
    ['header', ''],
    ['header', written().replaceAll('\n', '\r\n')],
  ])('%s: %j', (part, text) => {
    expect(partOf(text)).toBe(part)
  })

  it('finishes at once on long nonsense', () => {
    const started = Date.now()
    for (const text of [`${'a:'.repeat(50_000)}@@`, `${'%41'.repeat(30_000)}%`, `[${':'.repeat(90_000)}]`]) {
      expect(partOf(written(header(text)))).toBe('domain')
      expect(partOf(written({ uri: `URI: x://${text}` }))).toBe('uri')
    }
    expect(Date.now() - started).toBeLessThan(1000)
  })
})

describe('times', () => {
  it.each([
    ['2026-11-20T10:00:00Z', 1_795_168_800],
    ['2026-11-20t10:00:00.25z', 1_795_168_800.25],
    ['2026-11-20T12:30:00+02:30', 1_795_168_800],
    ['2024-02-29T00:00:00Z', 1_709_164_800],
    ['2016-12-31T23:59:60Z', 1_483_228_800],
    ['2017-01-01T08:59:60+09:00', 1_483_228_800],
  ])('%s', (text, seconds) => expect(dateTime(text)).toBe(seconds))

  it.each([
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-31T10:00:00Z',
    '2026-11-00T10:00:00Z',
    '2026-11-20T10:00:00+24:00',
    '2026-11-20T10:00:00.Z',
  ])('not %s', (text) => expect(dateTime(text)).toBeNull())
})

it('checksums as EIP-55 does', () => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ]) {
    expect(checksum(address.toLowerCase())).toBe(address)
  }
})

describe('what a message is about', () => {
  const expected = {
    origins: ['https://warren.example', 'http://localhost:8788'],
    chainId: 8453,
    account: ADDRESS.toLowerCase(),
    now: dateTime('2026-11-20T10:01:00Z')!,
  }
  const fieldOf = (text: string, changed: Partial<typeof expected> = {}) => {
    try {
      verifySiwe(parseSiweMessage(text), { ...expected, ...changed })
      return 'accepted'
    } catch (error) {
      const { code, details } = error as ApiError
      return code === 'sign_in_message_mismatch' ? (details as { field: string }).field : code
    }
  }

  it('lets the right one through', () => {
    expect(fieldOf(written())).toBe('accepted')
    expect(fieldOf(written({ header: `https://${LINES.header}` }))).toBe('accepted')
  })

  it.each([
    ['domain', written({ header: LINES.header.replace('warren.example', 'evil.example') })],
    ['domain', written({ header: LINES.header.replace('warren.example', 'warren.example.evil.example') })],
    ['domain', written({ header: LINES.header.replace('warren.example', 'me@warren.example') })],
    ['domain', written({ header: LINES.header.replace('warren.example', 'warren.example:443') })],
    ['scheme', written({ header: `http://${LINES.header}` })],
    ['uri', written({ uri: 'URI: https://evil.example' })],
    ['uri', written({ uri: 'URI: http://localhost:8788' })],
    ['uri', written({ uri: 'URI: did:key:abc' })],
    ['chainId', written({ chain: 'Chain ID: 1' })],
    ['chainId', written({ chain: 'Chain ID: 08453' })],
    ['chainId', written({ chain: `Chain ID: ${2n ** 64n + 8453n}` })],
    ['issuedAt', written({ issued: 'Issued At: 2026-11-20T10:03:00Z' })],
    ['sign_in_expired', written({ issued: 'Issued At: 2026-11-20T09:40:00Z' })],
    ['sign_in_expired', written({ more: 'Expiration Time: 2026-11-20T10:01:00Z' })],
    ['sign_in_expired', written({ issued: 'Issued At: 2026-11-20T09:40:00Z', more: 'Expiration Time: 2036-11-20T10:01:00Z' })],
    ['notBefore', written({ more: 'Not Before: 2026-11-20T10:01:01Z' })],
  ])('refuses another %s', (field, text) => {
    expect(fieldOf(text)).toBe(field)
  })

  it('refuses another account', () => {
    expect(fieldOf(written(), { account: `0x${'1'.repeat(40)}` })).toBe('address')
  })
})
