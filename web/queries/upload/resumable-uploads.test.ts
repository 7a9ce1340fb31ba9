import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('../../session/viewer.ts', () => ({ cachedUser: () => ({ user_id: 7 }) }))
const { resumableUploads } = await import('./resumable-uploads.ts')

const upload = { id: 'a', name: 'a.png', type: 'image/png', size: 9, modified: 1, kind: 'media', bytes: 5, etags: [null] }
let stored = ''
beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => stored }))

it.each([
  ['now', String(Date.now()), 1],
  ['24 hours ago', String(Date.now() - 24 * 3_600_000), 0],
  ['two days ahead', String(Date.now() + 48 * 3_600_000), 0],
  ['infinite', '1e999', 0],
])('an upload that started %s is offered or not', (_, at, count) => {
  stored = JSON.stringify([{ ...upload, at: 'time' }]).replace('"time"', at)
  expect(resumableUploads()).toHaveLength(count)
})
