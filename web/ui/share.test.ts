import { expect, test } from 'vitest'
import { NETWORKS, shareLink } from './share.ts'

test('gives every social network the whole URL, and the title if it accepts one', () => {
  const links = NETWORKS.map((network) => new URL(shareLink(network, 'https://warren.example/services/1/ロゴ?a=1&b=2#c', 'Logo & 名刺')))
  expect(links).toHaveLength(6)
  for (const { protocol, searchParams } of links) {
    expect(protocol).toBe('https:')
    expect([...searchParams.values()]).toContain('https://warren.example/services/1/ロゴ?a=1&b=2#c')
  }
  expect(links.filter(({ searchParams }) => [...searchParams.values()].includes('Logo & 名刺'))).toHaveLength(3)
})
