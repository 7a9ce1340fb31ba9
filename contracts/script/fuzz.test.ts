import { expect, test } from 'vitest'
import { fuzz, minutesOf } from './fuzz.ts'
import { type Outcome, readReport } from './report.ts'

const good: Outcome = { passed: 3, failed: 0, lines: [], failures: [], invariants: { count: 1, calls: 500, reverts: 0 } }
const bad: Outcome = { ...good, failed: 1, lines: ['FAILED A.t.sol testFuzz_a(uint256): no'], failures: ['testFuzz_a', 'invariant_b'] }

/** Runs `fuzz` with this time limit, on a clock that advances by one minute with each seed. */
function play(minutes: number, outcomes: Outcome[]) {
  const printed: string[] = []
  const seeds: string[] = []
  let time = 0
  const passed = fuzz({
    minutes,
    run: (seed) => {
      seeds.push(seed)
      time += 60_000
      return outcomes[seeds.length - 1] ?? good
    },
    print: (line) => printed.push(line),
    now: () => time,
  })
  return { passed, printed, seeds }
}

test('uses a new seed for each run until the time is over', () => {
  const { passed, printed, seeds } = play(3, [])
  expect(passed).toBe(true)
  expect(seeds).toHaveLength(3)
  expect(new Set(seeds).size).toBe(3)
  for (const seed of seeds) expect(seed).toMatch(/^0x[0-9a-f]{64}$/)
  expect(printed.at(-1)).toBe('3 seeds, 1500 calls of invariants, 0 failed')
})

test('runs at least once', () => {
  expect(play(0.01, []).seeds).toHaveLength(1)
})

test('stops at a failure and prints its seed and the command to repeat it', () => {
  const { passed, printed, seeds } = play(9, [good, bad])
  expect(passed).toBe(false)
  expect(seeds).toHaveLength(2)
  expect(printed).toContain(bad.lines[0])
  expect(printed.at(-1)).toBe(`  npm run test:contracts -- --fuzz-seed ${seeds[1]} --match-test 'testFuzz_a|invariant_b'`)
})

test('fails if no tests ran', () => {
  expect(play(9, [{ ...good, passed: 0 }]).passed).toBe(false)
})

test('defaults to 10 minutes, and rejects an invalid number and an unknown option', () => {
  expect(minutesOf([])).toBe(10)
  expect(minutesOf(['--minutes', '0.5'])).toBe(0.5)
  for (const wrong of ['0', '-1', 'ten', 'Infinity']) expect(() => minutesOf([`--minutes=${wrong}`])).toThrow('not a number above 0')
  expect(() => minutesOf(['--seconds', '5'])).toThrow('--seconds')
})

test("parses forge's output", () => {
  const report = {
    'a.t.sol:A': {
      test_results: {
        'testFuzz_a(uint256)': {
          status: 'Failure',
          reason: 'no',
          kind: {},
          counterexample: { Single: { func_name: 'testFuzz_a', args: '7' } },
        },
        'invariant_b()': { status: 'Success', reason: null, kind: { Invariant: { runs: 2, calls: 10, reverts: 0 } }, counterexample: null },
        'test_c()': { status: 'Skipped', reason: null, kind: {}, counterexample: null },
      },
    },
  }
  expect(readReport(`Compiling\n${JSON.stringify(report)}\n`)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['testFuzz_a'],
    invariants: { count: 1, calls: 10, reverts: 0 },
    lines: ['FAILED a.t.sol:A testFuzz_a(uint256): no', '  testFuzz_a(7)', 'invariant_b(): 2 runs, 10 calls, 0 reverts'],
  })
  expect(readReport('No tests found')).toBeUndefined()
})
