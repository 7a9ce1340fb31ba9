import { expect, it } from 'vitest'
import { readPostsFrom } from './posts-from.ts'

it('reads how many posts an address leaves out, and begins with the newest for any other text', () => {
  expect(readPostsFrom('?posts=10')).toBe(10)
  expect(readPostsFrom('?posts=999999')).toBe(100_000)
  for (const search of ['', '?posts=', '?posts=-1', '?posts=0', '?posts=1e3', '?posts=1000000', '?other=10'])
    expect(readPostsFrom(search)).toBe(0)
})
