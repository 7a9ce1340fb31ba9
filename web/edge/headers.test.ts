import { expect, test } from 'vitest'
import { PLAYER_ORIGINS, playerUrl } from '../../workers/auth/video.schema.ts'
import { pageHeaders } from './headers.ts'

const headersOf = (more: { WALLETCONNECT_PROJECT_ID?: string } = {}) =>
  pageHeaders({ ENV: 'production', CONNECT_ORIGINS: 'https://files.example', ...more })
const policyOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    headers['content-security-policy']!.split('; ').map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1)]),
  ) as Record<string, string[]>
const policy = policyOf(headersOf())

test('allows frames only of the video players, by their exact origins', () => {
  expect(policy['frame-src']).toEqual([...PLAYER_ORIGINS])
  for (const origin of PLAYER_ORIGINS) expect(new URL(origin).origin).toBe(origin)
  const videos = [
    { provider: 'youtube', id: 'dQw4w9WgXcQ' },
    { provider: 'dailymotion', id: 'x84sh87' },
    { provider: 'twitch', id: '12345' },
    { provider: 'twitch', id: 'SomeClip' },
  ] as const
  for (const video of videos) expect(policy['frame-src']).toContain(new URL(playerUrl(video, 'warren.example')).origin)
})

test('the content security policy blocks every source type that it does not list', () => {
  expect(policy['default-src']).toEqual(["'none'"])
  for (const rule of ['child-src', 'object-src', 'frame-ancestors']) expect(policy[rule] ?? policy['default-src']).toEqual(["'none'"])
})

test('lets wallet popups answer, allows the RPC endpoints of Base Account, and allows WalletConnect only if it is configured', () => {
  expect(headersOf()['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  const chain = ['https://chain-proxy.wallet.coinbase.com', 'https://rpc.wallet.coinbase.com']
  expect(policy['connect-src']).toEqual(["'self'", 'https://files.example', ...chain])
  expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:'])
  const connected = policyOf(headersOf({ WALLETCONNECT_PROJECT_ID: 'abc' }))
  expect(connected['connect-src']).toContain('wss://relay.walletconnect.org')
  expect(connected['img-src']).toContain('https://explorer-api.walletconnect.com')
  expect(connected['frame-src']).toEqual([...PLAYER_ORIGINS, 'https://verify.walletconnect.org'])
  // Style attributes are allowed, style elements are not.
  expect(connected['style-src-attr']).toEqual(["'unsafe-inline'"])
  for (const rule of ['script-src', 'style-src']) expect(connected[rule]).toEqual(["'self'"])
})
