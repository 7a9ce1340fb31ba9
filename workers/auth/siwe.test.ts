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
/** The message with some lines replaced. Lines set to undefined are left out; `more` is appended. */
const messageWith = (parts: Partial<Record<keyof typeof LINES | 'more', string | undefined>> = {}) =>
  Object.values({ ...LINES, ...parts })
    .filter((line) => line !== undefined)
    .join('\n')
const invalidPartOf = (text: string) => {
  try {
    parseSiweMessage(text)
    return 'accepted'
  } catch (error) {
    return ((error as ApiError).details as { part: string }).part
  }
}

describe('parseSiweMessage accepts', () => {
  it('and returns every field unchanged', () => {
    const more =
      'Expiration Time: 2026-11-20T10:10:00.5Z\nNot Before: 2026-11-20T09:00:00-02:00\nRequest ID: a%20b@c:1\nResources:\n- ipfs://Qm/\n- urn:x'
    expect(parseSiweMessage(messageWith({ more }))).toEqual({
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

  it('a missing and an empty statement', () => {
    expect(parseSiweMessage(messageWith({ statement: '\n' })).statement).toBeUndefined()
    expect(parseSiweMessage(messageWith({ statement: '\n\n' })).statement).toBe('')
  })

  it('an empty list of resources and an empty request id', () => {
    expect(parseSiweMessage(messageWith({ more: 'Resources:' })).resources).toEqual([])
    expect(parseSiweMessage(messageWith({ more: 'Request ID: ' })).requestId).toBe('')
  })

  it.each(['localhost:8788', '127.0.0.1', '[::1]:80', '[::cafe]', 'a_b~c', 'user:pass@warren.example', '[v1.x:y]', 'x%41y'])(
    'the domain %s',
    (domain) => {
      expect(parseSiweMessage(messageWith({ header: `${domain} wants you to sign in with your Ethereum account:` })).domain).toBe(domain)
    },
  )

  it('a scheme before the domain', () => {
    const message = parseSiweMessage(messageWith({ header: `https://${LINES.header}` }))
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
    expect(parseSiweMessage(messageWith({ uri: `URI: ${uri}` })).uri).toBe(uri)
  })
})

describe('parseSiweMessage rejects', () => {
  const header = (domain: string) => ({ header: `${domain} wants you to sign in with your Ethereum account:` })
  it.each([
    ['header', messageWith({ header: 'warren.example wants you to log in with your Ethereum account:' })],
    ['header', messageWith({ header: `${LINES.header} ` })],
    ['domain', messageWith(header(''))],
    ['domain', messageWith(header('#x'))],
    ['domain', messageWith(header('a b'))],
    ['domain', messageWith(header('https://'))],
    ['domain', messageWith(header('warren.example/path'))],
    ['domain', messageWith(header('[::1::2]'))],
    ['domain', messageWith(header('[1:2:3:4:5:6:7]'))],
    ['domain', messageWith(header('[::300.0.0.1]'))],
    ['domain', messageWith(header('例え.jp'))],
    ['domain', messageWith(header('a%4'))],
    ['address', messageWith({ address: ADDRESS.toLowerCase() })],
    ['address', messageWith({ address: ADDRESS.replace('C02a', 'c02a') })],
    ['address', messageWith({ address: `${ADDRESS}0` })],
    ['address', messageWith({ address: ADDRESS.replace('0x', '0X') })],
    ['address', messageWith({ address: `${ADDRESS} ` })],
    ['address', messageWith({ address: undefined })],
    ['statement', messageWith({ statement: '\nfirst\nsecond\n' })],
    ['statement', messageWith({ statement: '\nSign in.\nNonce: 12345678\n' })],
    ['uri', messageWith({ statement: '\n\nSign in.\n' })],
    ['statement', messageWith({ statement: '\nログイン\n' })],
    ['statement', messageWith({ statement: '\na "quote"\n' })],
    ['statement', messageWith({ statement: '\ncarriage\r\n' })],
    ['statement', messageWith({ statement: undefined })],
    ['uri', messageWith({ uri: undefined })],
    ['uri', messageWith({ uri: 'URI: /relative' })],
    ['uri', messageWith({ uri: 'URI: https://a b' })],
    ['uri', messageWith({ uri: 'URI: https://[::0.0.0.256]/p' })],
    ['uri', messageWith({ uri: 'URI: https://x/%zz' })],
    ['uri', messageWith({ uri: 'URI: https://x/#a#b' })],
    ['uri', messageWith({ uri: 'URI:https://x' })],
    ['uri', messageWith({ uri: 'uri: https://x' })],
    ['version', messageWith({ version: 'Version: 2' })],
    ['version', messageWith({ version: 'Version: 1 ' })],
    ['version', messageWith({ version: undefined })],
    ['chainId', messageWith({ chain: 'Chain ID: 0x2105' })],
    ['chainId', messageWith({ chain: 'Chain ID: 8453.0' })],
    ['chainId', messageWith({ chain: 'Chain ID: ' })],
    ['chainId', messageWith({ chain: 'Chain ID: ８４５３' })],
    ['nonce', messageWith({ nonce: 'Nonce: 1234567' })],
    ['nonce', messageWith({ nonce: 'Nonce: 1234-5678' })],
    ['nonce', messageWith({ nonce: undefined })],
    ['nonce', messageWith({ nonce: 'Nonce: 12345678\r' })],
    ['issuedAt', messageWith({ issued: undefined })],
    ['issuedAt', messageWith({ issued: 'Issued At: 2026-11-20' })],
    ['issuedAt', messageWith({ issued: 'Issued At: 2026-02-29T10:00:00Z' })],
    ['issuedAt', messageWith({ issued: 'Issued At: 2026-11-20T10:00:00' })],
    ['issuedAt', messageWith({ issued: 'Issued At: 2026-11-20 10:00:00Z' })],
    ['expirationTime', messageWith({ more: 'Expiration Time: tomorrow' })],
    ['notBefore', messageWith({ more: 'Not Before: 2026-13-01T00:00:00Z' })],
    ['requestId', messageWith({ more: 'Request ID: a b' })],
    ['resources', messageWith({ more: 'Resources:\n- https://a - https://b' })],
    ['resources', messageWith({ more: 'Resources:\nhttps://a' })],
    ['end', messageWith({ more: 'Not Before: 2026-11-20T10:00:00Z\nExpiration Time: 2026-11-20T10:00:00Z' })],
    ['end', messageWith({ more: 'Nonce: 87654321' })],
    ['end', `${messageWith()}\n`],
    [
      'nonce',
      messageWith({ chain: LINES.nonce, nonce: LINES.chain }).replace(
        'Nonce: 32891756abcDEF\nChain ID: 8453',
        'Chain ID: 8453\nVersion: 1',
      ),
    ],
    ['header', ''],
    ['header', messageWith().replaceAll('\n', '\r\n')],
  ])('a message with an invalid %s: %j', (part, text) => {
    expect(invalidPartOf(text)).toBe(part)
  })

  it('long invalid input in less than a second', () => {
    const started = Date.now()
    for (const text of [`${'a:'.repeat(50_000)}@@`, `${'%41'.repeat(30_000)}%`, `[${':'.repeat(90_000)}]`]) {
      expect(invalidPartOf(messageWith(header(text)))).toBe('domain')
      expect(invalidPartOf(messageWith({ uri: `URI: x://${text}` }))).toBe('uri')
    }
    expect(Date.now() - started).toBeLessThan(1000)
  })
})

describe('dateTime', () => {
  it.each([
    ['2026-11-20T10:00:00Z', 1_795_168_800],
    ['2026-11-20t10:00:00.25z', 1_795_168_800.25],
    ['2026-11-20T12:30:00+02:30', 1_795_168_800],
    ['2024-02-29T00:00:00Z', 1_709_164_800],
    ['2016-12-31T23:59:60Z', 1_483_228_800],
    ['2017-01-01T08:59:60+09:00', 1_483_228_800],
  ])('parses %s', (text, seconds) => expect(dateTime(text)).toBe(seconds))

  it.each([
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-31T10:00:00Z',
    '2026-11-00T10:00:00Z',
    '2026-11-20T10:00:00+24:00',
    '2026-11-20T10:00:00.Z',
  ])('rejects %s', (text) => expect(dateTime(text)).toBeNull())
})

it('checksum matches the examples of EIP-55', () => {
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ]) {
    expect(checksum(address.toLowerCase())).toBe(address)
  }
})

describe('verifySiwe', () => {
  const expected = {
    origins: ['https://warren.example', 'http://localhost:8788'],
    chainId: 8453,
    account: ADDRESS.toLowerCase(),
    now: dateTime('2026-11-20T10:01:00Z')!,
  }
  const resultOf = (text: string, changed: Partial<typeof expected> = {}) => {
    try {
      verifySiwe(parseSiweMessage(text), { ...expected, ...changed })
      return 'accepted'
    } catch (error) {
      const { code, details } = error as ApiError
      return code === 'sign_in_message_mismatch' ? (details as { field: string }).field : code
    }
  }

  it('accepts a matching message', () => {
    expect(resultOf(messageWith())).toBe('accepted')
    expect(resultOf(messageWith({ header: `https://${LINES.header}` }))).toBe('accepted')
  })

  it.each([
    ['domain', messageWith({ header: LINES.header.replace('warren.example', 'evil.example') })],
    ['domain', messageWith({ header: LINES.header.replace('warren.example', 'warren.example.evil.example') })],
    ['domain', messageWith({ header: LINES.header.replace('warren.example', 'me@warren.example') })],
    ['domain', messageWith({ header: LINES.header.replace('warren.example', 'warren.example:443') })],
    ['scheme', messageWith({ header: `http://${LINES.header}` })],
    ['uri', messageWith({ uri: 'URI: https://evil.example' })],
    ['uri', messageWith({ uri: 'URI: http://localhost:8788' })],
    ['uri', messageWith({ uri: 'URI: did:key:abc' })],
    ['chainId', messageWith({ chain: 'Chain ID: 1' })],
    ['chainId', messageWith({ chain: 'Chain ID: 08453' })],
    ['chainId', messageWith({ chain: `Chain ID: ${2n ** 64n + 8453n}` })],
    ['issuedAt', messageWith({ issued: 'Issued At: 2026-11-20T10:03:00Z' })],
    ['sign_in_expired', messageWith({ issued: 'Issued At: 2026-11-20T09:40:00Z' })],
    ['sign_in_expired', messageWith({ more: 'Expiration Time: 2026-11-20T10:01:00Z' })],
    ['sign_in_expired', messageWith({ issued: 'Issued At: 2026-11-20T09:40:00Z', more: 'Expiration Time: 2036-11-20T10:01:00Z' })],
    ['notBefore', messageWith({ more: 'Not Before: 2026-11-20T10:01:01Z' })],
  ])('rejects a message that does not match, and reports %s: %j', (field, text) => {
    expect(resultOf(text)).toBe(field)
  })

  it('rejects a message for another account', () => {
    expect(resultOf(messageWith(), { account: `0x${'1'.repeat(40)}` })).toBe('address')
  })
})
