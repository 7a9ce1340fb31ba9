import { beforeEach, expect, it, vi } from 'vitest'
import { clearFolioDrafts, folioDraftKey } from './folio-drafts.ts'

let stored: Record<string, unknown>
beforeEach(() => {
  stored = { [folioDraftKey(3)]: '{}', [folioDraftKey(33)]: '{}', 'draft/services/3/new': '{}' }
  // The keys of a storage are its own fields; its functions are not.
  vi.stubGlobal('localStorage', Object.setPrototypeOf(stored, { removeItem: (key: string) => delete stored[key] }))
})

it('deletes the drafts of all members, and nothing else', () => {
  clearFolioDrafts()
  expect(Object.keys(stored)).toEqual(['draft/services/3/new'])
})

it('deletes the drafts of other members', () => {
  clearFolioDrafts(3)
  expect(Object.keys(stored)).toEqual([folioDraftKey(3), 'draft/services/3/new'])
})

it('does nothing in a browser that stores nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => clearFolioDrafts()).not.toThrow()
})
