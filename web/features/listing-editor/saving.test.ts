import { describe, expect, it } from 'vitest'
import { allFiles, beforeSaving } from './saving.ts'

const NONE = { sending: 0, failed: 0 }
const title = { field: 'title', rule: 'title_short' } as const
const media = { field: 'media', rule: 'media_missing' } as const

describe('before a listing is saved', () => {
  it.each([
    ['nothing stands in the way', [], NONE, false, null],
    ['what is wrong is told', [title, media], NONE, false, { at: 'fault', fault: title }],
    ['at once, before a long wait', [title], { sending: 1, failed: 0 }, false, { at: 'fault', fault: title }],
    ['a missing picture is told', [media], NONE, false, { at: 'fault', fault: media }],
    ['but waited for while it is on its way', [media], { sending: 1, failed: 0 }, false, { at: 'waiting' }],
    ['every file is waited for', [], { sending: 2, failed: 1 }, false, { at: 'waiting' }],
    ['also by who saves without another', [], { sending: 1, failed: 1 }, true, { at: 'waiting' }],
    ['one that failed is told', [], { sending: 0, failed: 1 }, false, { at: 'lacking' }],
    ['rather than that it is missing', [media], { sending: 0, failed: 1 }, false, { at: 'lacking' }],
    ['and can be left out', [], { sending: 0, failed: 1 }, true, null],
    ['but not where it is needed', [media], { sending: 0, failed: 1 }, true, { at: 'fault', fault: media }],
  ] as const)('%s', (_name, faults, files, without, expected) => expect(beforeSaving([...faults], files, without)).toEqual(expected))

  it('counts the files of all parts', () =>
    expect(allFiles({ media: { sending: 1, failed: 0 }, description: { sending: 2, failed: 1 } })).toEqual({ sending: 3, failed: 1 }))
})
