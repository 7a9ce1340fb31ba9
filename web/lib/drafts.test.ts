import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts, draftIn, rememberDraft } from './drafts.ts'

let stored: Map<string, string>
beforeEach(() => {
  vi.useRealTimers()
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})

it('keeps one draft for each room and member, and none that is empty', () => {
  rememberDraft(1, 'a', 'Hello')
  rememberDraft(1, 'b', 'Elsewhere')
  rememberDraft(1, 'a', 'Hello there')
  expect([draftIn(1, 'a'), draftIn(1, 'b'), draftIn(2, 'a')]).toEqual(['Hello there', 'Elsewhere', ''])
  rememberDraft(1, 'a', ' \n')
  expect(draftIn(1, 'a')).toBe('')
  clearDrafts()
  expect(stored.size).toBe(0)
})

it('forgets the oldest of more than thirty, and those older than 30 days', () => {
  for (let i = 0; i < 35; i++) rememberDraft(1, `room${i}`, 'text')
  expect([draftIn(1, 'room4'), draftIn(1, 'room5')]).toEqual(['', 'text'])
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
  expect(draftIn(1, 'room34')).toBe('')
})

it('ignores stored values of another shape', () => {
  for (const value of ['{', '{}', '[null, 7, {"userId":"1","roomId":"a","text":"x","at":1}]']) {
    stored.set('warren.drafts', value)
    expect(draftIn(1, 'a')).toBe('')
  }
})
