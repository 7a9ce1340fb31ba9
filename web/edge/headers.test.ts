import { expect, test } from 'vitest'
import { PLAYER_ORIGINS, playerUrl } from '../../workers/auth/video.schema.ts'
import { pageHeaders } from './headers.ts'

const policy = Object.fromEntries(
  pageHeaders({ ENV: 'production', CONNECT_ORIGINS: 'https://files.example' })
    ['content-security-policy']!.split('; ')
    .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1)]),
)

test('only the players of intro videos may be framed, by their exact origins', () => {
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

test('what is not named stays shut', () => {
  expect(policy['default-src']).toEqual(["'none'"])
  for (const rule of ['child-src', 'object-src', 'frame-ancestors']) expect(policy[rule] ?? policy['default-src']).toEqual(["'none'"])
})
