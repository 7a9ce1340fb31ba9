import { describe, expect, it } from 'vitest'
import { allFiles, beforeSaving } from './saving.ts'

const NONE = { sending: 0, failed: 0 }
const title = { field: 'title', rule: 'title_short' } as const
const media = { field: 'media', rule: 'media_missing' } as const

describe('before a listing is saved, the form', () => {
  it.each([
    ['allows a draft without faults', [], NONE, false, null],
    ['reports the first fault', [title, media], NONE, false, { at: 'fault', fault: title }],
    ['reports a fault before waiting for files', [title], { sending: 1, failed: 0 }, false, { at: 'fault', fault: title }],
    ['reports a missing picture', [media], NONE, false, { at: 'fault', fault: media }],
    ['waits for a picture that is being sent', [media], { sending: 1, failed: 0 }, false, { at: 'waiting' }],
    ['waits for every file, even if one failed', [], { sending: 2, failed: 1 }, false, { at: 'waiting' }],
    ['waits for files that are being sent, even when saving without failed ones', [], { sending: 1, failed: 1 }, true, { at: 'waiting' }],
    ['reports a failed file', [], { sending: 0, failed: 1 }, false, { at: 'lacking' }],
    ['reports a failed picture as failed, not as missing', [media], { sending: 0, failed: 1 }, false, { at: 'lacking' }],
    ['allows saving without a failed file if asked to', [], { sending: 0, failed: 1 }, true, null],
    [
      'reports a missing picture when saving without the only picture, which failed',
      [media],
      { sending: 0, failed: 1 },
      true,
      { at: 'fault', fault: media },
    ],
  ] as const)('%s', (_name, faults, files, without, expected) => expect(beforeSaving([...faults], files, without)).toEqual(expected))

  it('adds up the upload status of all its fields', () =>
    expect(allFiles({ media: { sending: 1, failed: 0 }, description: { sending: 2, failed: 1 } })).toEqual({ sending: 3, failed: 1 }))
})
