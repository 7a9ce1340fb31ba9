import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BREAKER, type Circuit, CLOSED, isPermitted, onFailure, onStart, onSuccess } from './circuit-breaker.ts'

type Step = { wait: number; fails: boolean }
const step = fc.record({ wait: fc.integer({ min: 0, max: 2 * BREAKER.longestPause }), fails: fc.boolean() })
const steps = fc.array(step, { maxLength: 200 })

/** Sends one request after another, each only if permitted. Returns what happened at each step. */
function run(list: Step[]) {
  let circuit: Circuit = CLOSED
  let at = 0
  return list.map(({ wait, fails }) => {
    at += wait
    const before = circuit
    const isSent = isPermitted(circuit, at)
    if (isSent) {
      circuit = onStart(circuit, at)
      circuit = fails ? onFailure(circuit, at) : onSuccess()
    }
    return { at, before, isSent, fails, after: circuit }
  })
}

describe('the circuit breaker', () => {
  it('permits every request until three in a row have failed, and then none during the pause', () => {
    fc.assert(
      fc.property(steps, (list) => {
        let failures = 0
        let skippedUntil = 0
        for (const { at, before, isSent, fails, after } of run(list)) {
          expect(isSent).toBe(at >= skippedUntil)
          if (!isSent) continue
          const wasProbe = before.state !== 'closed'
          failures = fails ? failures + 1 : 0
          if (fails && (wasProbe || failures >= BREAKER.failures)) {
            expect(after.state).toBe('open')
            skippedUntil = (after as { until: number }).until
            expect(skippedUntil - at).toBeGreaterThanOrEqual(BREAKER.firstPause)
            expect(skippedUntil - at).toBeLessThanOrEqual(BREAKER.longestPause)
          }
        }
      }),
    )
  })

  it('closes after any success', () => {
    fc.assert(fc.property(steps, (list) => run([...list, { wait: BREAKER.longestPause, fails: false }]).at(-1)?.after.state === 'closed'))
  })

  it('doubles the pause after each failed probe, up to the longest', () => {
    let [circuit, at]: [Circuit, number] = [CLOSED, 0]
    const pauses: number[] = []
    for (let i = 0; i < 9; i++) {
      circuit = onFailure(onStart(circuit, at), at)
      if (circuit.state !== 'open') continue
      pauses.push(circuit.until - at)
      at = circuit.until
    }
    expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000, 300_000])
  })

  it('permits one probe at a time, and another if the first one is lost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * BREAKER.probe }), (later) => {
        const probing = onStart({ state: 'open', until: 1000, pause: BREAKER.firstPause }, 1000)
        expect(probing.state).toBe('half-open')
        expect(isPermitted(probing, 1000 + later)).toBe(later >= BREAKER.probe)
      }),
    )
  })

  it('ignores failures of requests that started before the circuit opened', () => {
    const open: Circuit = { state: 'open', until: 30_000, pause: 30_000 }
    expect(onFailure(open, 5000)).toEqual(open)
    expect(onStart(open, 5000)).toEqual(open)
  })
})
