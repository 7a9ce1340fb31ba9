/** Replaces wouter's parser of route patterns, because pages.ts matches addresses. */
export function parse(): never {
  throw new Error('routes are matched by pages.ts')
}
