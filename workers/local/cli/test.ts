import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages, dryRun, localTraces } from '../deploy/production.ts'
import { ROOT, WORKERS } from '../world/bundle.ts'
import { ensureChromium } from './chromium.ts'
import { printLines } from './terminal.ts'

interface Tally {
  passed: number
  failed: number
}

interface ExitResult {
  code: number
  output: string
}

const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)
const total: Tally = { passed: 0, failed: 0 }

/** Runs a program; shows its output as it comes (`aloud`), or only if it fails. */
function run(program: string, args: string[], aloud = false): Promise<ExitResult> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** A stage that only passes or fails, without tests of its own. */
const check = async (program: string, args: string[]): Promise<Tally> => ({
  passed: 0,
  failed: (await run(program, args)).code === 0 ? 0 : 1,
})

async function vitest(args: string[]): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), 'warren-vitest-'))
  const file = join(dir, 'result.json')
  try {
    const { code } = await run(bin('vitest'), ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], true)
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    // A file that could not be loaded has no failed test.
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Runs beside stages that show their output as it comes, so its own output is shown in one piece. */
async function contracts(): Promise<Tally> {
  const { code, output } = await run(process.execPath, ['contracts/script/test.ts'])
  if (code === 0) process.stdout.write(output)
  const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? []
  return { passed: Number(passed), failed: code === 0 ? Number(failed) : Math.max(Number(failed), 1) }
}

/** Builds everything the deploy would upload and checks that it contains nothing of the local world. */
async function production(): Promise<Tally> {
  try {
    const faults = localTraces(await buildPages())
    if (faults.length) throw new Error(faults.join('\n'))
    for (const worker of WORKERS) await dryRun(worker)
    return { passed: 0, failed: 0 }
  } catch (error) {
    printLines([(error as Error).message])
    return { passed: 0, failed: 1 }
  }
}

async function journeys(): Promise<Tally> {
  try {
    ensureChromium((line) => printLines([line]))
  } catch (error) {
    printLines([(error as Error).message])
    return { passed: 0, failed: 1 }
  }
  return vitest(['-c', 'web/e2e/vitest.config.ts'])
}

type Stage = [name: string, stage: () => Promise<Tally>]

/** The stages of a group run concurrently. If one fails, later groups do not run. */
const GROUPS: Stage[][] = [
  [
    ['formatting and lint', () => check(bin('biome'), ['ci', '--colors=off', '.'])],
    ['texts are extracted', () => check(bin('lingui'), ['check', 'sync', '--clean'])],
    ['texts are translated', () => check(bin('lingui'), ['check', 'missing', '--mode', 'catalog'])],
    ['types', () => check(bin('tsc'), ['-b'])],
  ],
  [
    // The compiler and forge use one core, however many there are.
    ['contract tests', contracts],
    ['unit tests', () => vitest([])],
  ],
  [['production build and dry runs', production]],
  [['journeys', journeys]],
]

async function pass([name, stage]: Stage): Promise<void> {
  const started = performance.now()
  const tally = await stage()
  total.passed += tally.passed
  total.failed += tally.failed
  const counted = tally.passed ? `, ${tally.passed} passed` : ''
  printLines([`${tally.failed ? '✗' : '✓'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s${counted})`])
}

for (const group of GROUPS) {
  await Promise.all(group.map(pass))
  if (total.failed) break
}
printLines([`${total.passed} passed, ${total.failed} failed`])
process.exitCode = total.failed ? 1 : 0
