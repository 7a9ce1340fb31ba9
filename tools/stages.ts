import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolateTempFolder } from './temp-folder.ts'

export const ROOT = join(import.meta.dirname, '..')
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const print = (line: string): unknown => process.stdout.write(`${line}\n`)

export interface Tally {
  passed: number
  failed: number
}

/** A named part of a test run. */
export type Stage = [name: string, stage: () => Promise<Tally>]

/** Runs a program with `env` as additional variables. With `aloud` its output is shown while it runs, otherwise only if it fails. */
function run(program: string, args: string[], aloud = false, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (aloud) process.stdout.write(chunk)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0 && !aloud) process.stdout.write(output)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Runs an installed program whose only result is its exit code. */
const check = async (name: string, args: string[]): Promise<Tally> => ({
  passed: 0,
  failed: (await run(bin(name), args)).code === 0 ? 0 : 1,
})

/** Checks of the source that take seconds. */
export const CHECKS = {
  lint: ['formatting and lint', () => check('biome', ['ci', '--colors=off', '.'])],
  unused: ['no unused code', () => check('knip', [])],
  extracted: ['texts are extracted', () => check('lingui', ['check', 'sync', '--clean'])],
  translated: ['texts are translated', () => check('lingui', ['check', 'missing', '--mode', 'catalog'])],
  types: ['types', () => check('tsc', ['-b'])],
} satisfies Record<string, Stage>

/** Runs a test program that writes its results to a JSON file, and counts its tests. */
async function counted<Report>(start: (file: string) => ReturnType<typeof run>, read: (report: Report) => Tally): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), 'warren-results-'))
  const file = join(dir, 'result.json')
  try {
    const { code } = await start(file)
    const { passed, failed } = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
    // A test file that cannot be loaded has no failed test; only the exit code shows the error.
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Runs unit tests with vitest. */
export const vitest = (args: string[]): Promise<Tally> =>
  counted(
    (file) => run(bin('vitest'), ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], true),
    (report: { numPassedTests: number; numFailedTests: number }) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  )

/** For every 100 journeys that pass at once, at most this many may pass only when repeated. */
const MAX_REPEATED_PERCENT = 1

/** Counts journeys: those that pass only when repeated (`flaky`) count as passed if they are few, and as failed otherwise. */
export function tallyOf({ expected, unexpected, flaky }: { expected: number; unexpected: number; flaky: number }): Tally {
  const areFew = flaky * 100 <= expected * MAX_REPEATED_PERCENT
  return { passed: expected + (areFew ? flaky : 0), failed: unexpected + (areFew ? 0 : flaky) }
}

/** Runs the journeys in `files` with Playwright, or all journeys. At the end, Playwright names those that passed only when repeated. */
export const playwright = (files: string[] = []): Promise<Tally> =>
  counted(
    (file) =>
      run(bin('playwright'), ['test', '-c', 'web/e2e/playwright.config.ts', '--reporter=list,json', ...files], true, {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      }),
    ({ stats }: { stats: Parameters<typeof tallyOf>[0] }) => tallyOf(stats),
  )

/** Runs the contract tests. Shows their output only at the end, because other stages print at the same time. */
export async function contracts(args: string[] = []): Promise<Tally> {
  const { code, output } = await run(process.execPath, ['contracts/script/test.ts', ...args])
  if (code === 0) process.stdout.write(output)
  const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? []
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(Number(failed), 1) }
}

/**
 * Runs the stages of a group concurrently, and stops after the first group that fails. Prints each result and the total, and sets the exit
 * code. A group also fails if it leaves files in the temporary folder; the folders of Vitest and of the journeys are not checked, because
 * those programs delete them.
 */
export async function runGroups(groups: Stage[][]): Promise<void> {
  const temp = isolateTempFolder()
  const total: Tally = { passed: 0, failed: 0 }
  const pass = async ([name, stage]: Stage): Promise<void> => {
    const started = performance.now()
    const tally = await stage()
    total.passed += tally.passed
    total.failed += tally.failed
    const counted = tally.passed ? `, ${tally.passed} passed` : ''
    print(`${tally.failed ? '✗' : '✓'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s${counted})`)
  }
  for (const group of groups) {
    await Promise.all(group.map(pass))
    const leftovers = temp.leftovers()
    if (leftovers.length) {
      total.failed++
      print(`✗ left in the temporary folder by ${group.map(([name]) => name).join(' or ')}: ${leftovers.join(', ')}`)
    }
    if (total.failed) break
  }
  print(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed ? 1 : 0
}
