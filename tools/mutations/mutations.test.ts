import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../stages.ts'
import { MUTATIONS } from './mutations.ts'

it.each(MUTATIONS)('the code that a mutation replaces occurs once: $find', ({ file, find, replace }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})
