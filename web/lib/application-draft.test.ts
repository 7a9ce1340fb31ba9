import { beforeEach, expect, it, vi } from 'vitest'
import { readApplicationDraft, storeApplicationDraft } from './application-draft.ts'
import { clearDrafts } from './drafts.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})

it('keeps what a guest has typed for the member who logs in, and what a member has typed for nobody else', () => {
  expect(readApplicationDraft(7)).toEqual({})
  storeApplicationDraft(0, { fullname: 'Aiko Mori' })
  expect([readApplicationDraft(0), readApplicationDraft(7)]).toEqual([{ fullname: 'Aiko Mori' }, { fullname: 'Aiko Mori' }])
  storeApplicationDraft(7, { fullname: 'Aiko', answer: 'Since 2019.' })
  expect([readApplicationDraft(7), readApplicationDraft(8), readApplicationDraft(0)]).toEqual([
    { fullname: 'Aiko', answer: 'Since 2019.' },
    {},
    {},
  ])
})

it('is forgotten with the other drafts', () => {
  storeApplicationDraft(7, { text: 'I draw.' })
  clearDrafts()
  expect([readApplicationDraft(7), stored.size]).toEqual([{}, 0])
})

it.each(['null', '[]', '{"userId":7}', '{"userId":7,"fields":null}', '{"userId":7,"fields":"x"}', '{'])(
  'ignores the stored value %s',
  (text) => {
    stored.set('warren.application', text)
    expect(readApplicationDraft(7)).toEqual({})
  },
)

it('ignores stored fields that do not exist or are no texts', () => {
  stored.set('warren.application', '{"userId":7,"fields":{"name":"kamo","text":5,"state":"granted"}}')
  expect(readApplicationDraft(7)).toEqual({ name: 'kamo' })
})
