import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finality } from '../shared/chain.ts'
import { double, halve, type Interval, MAX_BLOCKS, nextInterval } from '../shared/chain-reading/intervals.ts'

const block = fc.integer({ min: 0, max: 100_000_000 })
const size = fc.integer({ min: 1, max: MAX_BLOCKS })

describe('intervals', () => {
  it('cover every block once, in order, also after errors', () => {
    const failureLists = fc.array(fc.boolean(), { maxLength: 400 })
    fc.assert(
      fc.property(block, fc.integer({ min: 0, max: 30_000 }), size, failureLists, (done, count, first, failures) => {
        const last = done + count
        let position = done
        let width = first
        let turn = 0
        const read: Interval[] = []
        for (let next = nextInterval(position, last, width); next; next = nextInterval(position, last, width)) {
          const half = failures[turn++] ? halve(next) : undefined
          if (typeof half === 'number') {
            width = half
            continue
          }
          read.push(next)
          position = next.to
          width = double(next)
        }
        expect(position).toBe(last)
        expect(read.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(count)
        read.forEach(({ from, to }, i) => {
          expect(from).toBe((read[i - 1]?.to ?? done) + 1)
          expect(to).toBeGreaterThanOrEqual(from)
          expect(to - from + 1).toBeLessThanOrEqual(MAX_BLOCKS)
        })
      }),
    )
  })

  it('get smaller with every error, down to one block and then null', () => {
    fc.assert(
      fc.property(block, size, (done, first) => {
        let width: number | null = first
        let steps = 0
        while (width !== null) {
          const interval: Interval = nextInterval(done, done + MAX_BLOCKS, width)!
          const half = halve(interval)
          if (half !== null) expect(half).toBeLessThan(interval.to - interval.from + 1)
          width = half
          expect(++steps).toBeLessThanOrEqual(13)
        }
      }),
    )
  })

  it('are null when the chain has not grown or the node is behind', () => {
    fc.assert(
      fc.property(block, size, fc.integer({ min: 0, max: 1000 }), (done, width, behind) => {
        expect(nextInterval(done, done - behind, width)).toBeNull()
      }),
    )
  })

  it('need no confirmations on the local chain, and at least five on Base', () => {
    expect(finality(31337)).toBe(0)
    expect(finality(8453)).toBeGreaterThanOrEqual(5)
    expect(finality(84532)).toBeGreaterThanOrEqual(5)
  })
})
