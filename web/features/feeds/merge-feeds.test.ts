import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeFeeds, type Source } from './merge-feeds.ts'

const source = (times: number[], hasMore = false): Source<number> => ({ items: times, time: (at) => at, hasMore })
const timesOf = (first: Source<number>, second: Source<number>) => mergeFeeds(first, second).map(({ at }) => at)

it('sorts the items of both lists by time, the newest first', () => {
  expect(mergeFeeds(source([9, 5, 1]), source([7, 5]))).toEqual([
    { first: 9, at: 9 },
    { second: 7, at: 7 },
    { first: 5, at: 5 },
    { second: 5, at: 5 },
    { first: 1, at: 1 },
  ])
  expect(timesOf(source([]), source([3, 2]))).toEqual([3, 2])
  expect(timesOf(source([]), source([]))).toEqual([])
})

it('leaves out what is older than the end of a list with more pages', () => {
  expect(timesOf(source([9, 8], true), source([7, 6]))).toEqual([9, 8])
  expect(timesOf(source([9, 8], true), source([10, 4], true))).toEqual([10, 9, 8])
  // An empty list does not hold back the other one.
  expect(timesOf(source([], true), source([3, 2], true))).toEqual([3, 2])
})

it('shows every item once, and never one before those that were already shown', () => {
  const times = fc.array(fc.nat(50), { maxLength: 30 }).map((all) => all.sort((a, b) => b - a))
  fc.assert(
    fc.property(times, times, fc.integer({ min: 1, max: 7 }), (one, two, size) => {
      let before: number[] = []
      for (let pages = 1; pages <= 31; pages++) {
        const loaded = (all: number[]) => source(all.slice(0, pages * size), all.length > pages * size)
        const now = timesOf(loaded(one), loaded(two))
        expect(now.slice(0, before.length)).toEqual(before)
        before = now
      }
      expect(before).toEqual([...one, ...two].sort((a, b) => b - a))
    }),
  )
})
