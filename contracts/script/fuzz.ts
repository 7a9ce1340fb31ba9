// Runs the fuzz tests and invariants of the contracts with a new random seed each time, until the time is over or one fails: `npm run
// contracts:fuzz -- --minutes 30`. `npm test` uses one fixed seed, so that it gives the same result on every machine; this script tries
// further inputs.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { forge } from './forge.ts'
import { type Outcome, readReport } from './report.ts'

type Options = {
  minutes: number
  /** Runs all fuzz tests with this seed; throws if the tests cannot be run. */
  run: (seed: string) => Outcome
  print: (line: string) => void
  /** The current time in milliseconds. */
  now?: () => number
  newSeed?: () => string
}

/** Returns whether all runs passed. Runs at least once, however short the time. */
export function fuzz({ minutes, run, print, now = Date.now, newSeed = () => `0x${randomBytes(32).toString('hex')}` }: Options): boolean {
  const end = now() + minutes * 60_000
  let seeds = 0
  let calls = 0
  do {
    const seed = newSeed()
    const outcome = run(seed)
    seeds++
    calls += outcome.invariants.calls
    if (outcome.failed > 0 || outcome.passed === 0) {
      for (const line of outcome.lines) print(line)
      print(`Failed with seed ${seed}. To repeat it:`)
      print(`  npm run test:contracts -- --fuzz-seed ${seed} --match-test '${outcome.failures.join('|')}'`)
      return false
    }
    print(`${seed}: ${outcome.passed} passed`)
  } while (now() < end)
  print(`${seeds} seeds, ${calls} calls of invariants, 0 failed`)
  return true
}

/** Parses the minutes; throws unless they are a number above 0. */
export function minutesOf(args: string[]): number {
  const { minutes } = parseArgs({ args, options: { minutes: { type: 'string', default: '10' } } }).values
  if (!(Number(minutes) > 0 && Number(minutes) < Number.POSITIVE_INFINITY)) throw new Error(`--minutes ${minutes} is not a number above 0`)
  return Number(minutes)
}

if (import.meta.main) {
  const run = (seed: string) => {
    const { stdout, stderr } = forge(['test', '--json', '--match-test', '^(testFuzz|invariant)', '--fuzz-seed', seed], { SHIPPED: 'true' })
    const outcome = readReport(stdout)
    if (!outcome) throw new Error(`forge ran no tests.\n${stdout}\n${stderr}`)
    return outcome
  }
  try {
    const print = (line: string) => process.stdout.write(`${line}\n`)
    process.exitCode = fuzz({ minutes: minutesOf(process.argv.slice(2)), run, print }) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
