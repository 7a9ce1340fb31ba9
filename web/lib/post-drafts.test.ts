import { beforeEach, expect, it, vi } from 'vitest'
import { clearDrafts } from './drafts.ts'
import { type PostDraft, readPostDraft, storePostDraft } from './post-drafts.ts'

let stored: Map<string, string>
let isFull = false
beforeEach(() => {
  stored = new Map()
  isFull = false
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full')
      stored.set(key, text)
    },
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
})

const draft = (content: string): PostDraft => ({
  content,
  link: 'example.com',
  media: [{ id: 'm'.repeat(22), kind: 'image', width: 4, height: 3, placeholder: null }],
})

it('keeps a draft for each post of each member', () => {
  storePostDraft(7, '', { version: 0, token: 't', draft: draft('new') })
  storePostDraft(7, 'p1', { version: 3, token: 't', draft: draft('changed') })
  storePostDraft(8, 'p1', { version: 1, token: 't', draft: draft('of another member') })
  storePostDraft(7, 'p1', { version: 3, token: 't', draft: draft('changed again') })
  expect(readPostDraft(7, '')).toEqual({ version: 0, token: 't', draft: draft('new') })
  expect(readPostDraft(7, 'p1')).toEqual({ version: 3, token: 't', draft: draft('changed again') })
  expect(readPostDraft(8, 'p1')?.draft.content).toBe('of another member')
  expect(readPostDraft(8, '')).toBeNull()
  storePostDraft(7, 'p1', null)
  expect([readPostDraft(7, 'p1'), readPostDraft(7, '')?.draft.content]).toEqual([null, 'new'])
})

it('is forgotten with the other drafts, at a logout', () => {
  storePostDraft(7, '', { version: 0, token: 't', draft: draft('new') })
  clearDrafts()
  expect([readPostDraft(7, ''), stored.size]).toEqual([null, 0])
})

it('says if the browser cannot store it', () => {
  isFull = true
  expect(storePostDraft(7, '', { version: 0, token: 't', draft: draft('new') })).toBe(false)
})

it('ignores stored values of another shape, and files that are none', () => {
  const at = Math.floor(Date.now() / 1000)
  const one = { userId: 7, pid: '', version: 0, at, ...draft('text') }
  for (const value of ['{', 'null', '{}', JSON.stringify([{ ...one, content: 5 }]), JSON.stringify([{ ...one, at: 1 }])]) {
    stored.set('warren.postDrafts', value)
    expect(readPostDraft(7, '')).toBeNull()
  }
  // A draft of before tokens, and one whose token was changed by hand.
  for (const token of [undefined, 5]) {
    stored.set('warren.postDrafts', JSON.stringify([{ ...one, token }]))
    expect(readPostDraft(7, '')?.token).toMatch(/^[\w-]{36}$/)
  }
  stored.set('warren.postDrafts', JSON.stringify([{ ...one, media: [null, { id: 5 }, ...one.media] }]))
  expect(readPostDraft(7, '')?.draft.media).toEqual(one.media)
})
