import { POST_LIMITS } from '../../../workers/creators/posts.schema.ts'

/** How many posts the query string of a creator's page leaves out, because older ones are asked for. */
export function readPostsFrom(search: string): number {
  const from = new URLSearchParams(search).get('posts') ?? ''
  return /^[1-9]\d{0,5}$/.test(from) ? Math.min(Number(from), POST_LIMITS.offset) : 0
}
