import { MAX_POST_OFFSET } from '../../lib/figures.ts'

/** How many posts the query string of a creator's page leaves out, because older ones are asked for. */
export function readPostsFrom(search: string): number {
  const from = new URLSearchParams(search).get('posts') ?? ''
  return /^[1-9]\d{0,5}$/.test(from) ? Math.min(Number(from), MAX_POST_OFFSET) : 0
}
