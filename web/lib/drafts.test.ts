import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MessageFile } from '../../workers/uploads/message-files.schema.ts'
import {
  clearDrafts,
  draftFilesIn,
  draftIn,
  draftReplyIn,
  draftsOf,
  rememberDraft,
  rememberDraftFiles,
  rememberDraftReply,
} from './drafts.ts'

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

it('keeps the message that a draft answers, also without a text, until it is forgotten', () => {
  rememberDraftReply(1, 'a', 12)
  expect([draftIn(1, 'a'), draftReplyIn(1, 'a'), draftReplyIn(2, 'a'), draftReplyIn(1, 'b')]).toEqual(['', 12, undefined, undefined])
  rememberDraft(1, 'a', 'Yes')
  rememberDraft(1, 'a', '')
  expect(draftReplyIn(1, 'a')).toBe(12)
  rememberDraftReply(1, 'a', undefined)
  expect([draftReplyIn(1, 'a'), stored.size]).toEqual([undefined, 0])
  rememberDraft(1, 'b', 'Hello')
  rememberDraftReply(1, 'b', 3)
  rememberDraftReply(1, 'b', undefined)
  expect(draftIn(1, 'b')).toBe('Hello')
})

it('lists the drafts of a member that have a text', () => {
  rememberDraft(1, 'a', 'Hello')
  rememberDraft(2, 'b', 'Of another member')
  rememberDraftReply(1, 'c', 4)
  expect([...draftsOf(1)]).toEqual([['a', 'Hello']])
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

describe('the files of a draft', () => {
  const rest = { mimeType: 'application/pdf', size: 5, width: null, height: null, placeholder: null }
  const file = (id: string): MessageFile => ({ id, name: `${id}.pdf`, ...rest })

  it('are kept in order for each room and member, until they are sent or the member logs out', () => {
    rememberDraftFiles(1, 'a', [file('one'), file('two')])
    rememberDraftFiles(1, 'b', [file('three')])
    rememberDraftFiles(1, 'a', [file('one'), file('two'), file('four')])
    expect([draftFilesIn(1, 'a'), draftFilesIn(1, 'b'), draftFilesIn(2, 'a')]).toEqual([
      [file('one'), file('two'), file('four')],
      [file('three')],
      [],
    ])
    rememberDraftFiles(1, 'a', [])
    expect(draftFilesIn(1, 'a')).toEqual([])
    clearDrafts()
    expect(stored.size).toBe(0)
  })

  it('are forgotten a day after the upload, when the server has deleted them', () => {
    vi.useFakeTimers()
    rememberDraftFiles(1, 'a', [file('one')])
    vi.advanceTimersByTime(80_000_000)
    rememberDraftFiles(1, 'a', [file('one'), file('two')])
    vi.advanceTimersByTime(8_000_000)
    expect(draftFilesIn(1, 'a')).toEqual([file('two')])
  })

  it('are without stored values of another shape', () => {
    stored.set('warren.draftFiles', '[null, {"userId":1,"roomId":"a","at":1}]')
    expect(draftFilesIn(1, 'a')).toEqual([])
  })
})
