/** Stands in for the parser of route patterns that wouter brings: pages.ts matches addresses. */
export function parse(): never {
  throw new Error('routes are matched by pages.ts')
}
