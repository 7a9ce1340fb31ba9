// Runs the contract tests on the bytecode that is deployed: first checks that the committed files match the source and that the source
// follows the rules (rules.ts), then runs forge. Arguments are passed to forge (`npm run test:contracts -- --match-contract Settlement`).
// The last line is `N passed, N failed`; the exit status is 1 if anything failed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { forge } from './forge.ts'
import { readReport } from './report.ts'
import { checkContracts } from './rules.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Prints why the tests could not be run, with the message of the compiler or forge, and exits; this counts as one failure. */
function stop(what: string, words: string): never {
  print(`${what}\n${words.trim()}`)
  print('0 passed, 1 failed')
  process.exit(1)
}

const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts'), '--check'], { encoding: 'utf8' })
if (build.status !== 0) stop('The contracts can not be tested.', build.stderr)

const rules = checkContracts()
for (const line of rules.lines) print(line)

const run = forge(['test', '--json', ...process.argv.slice(2)], { SHIPPED: 'true' })
const outcome = readReport(run.stdout)
if (!outcome) stop('forge ran no tests.', `${run.stdout}\n${run.stderr}`)

const { passed, lines, invariants } = outcome
const failed = outcome.failed + rules.faults
for (const line of lines) print(line)
print(`${invariants.count} invariants: ${invariants.calls} calls, ${invariants.reverts} reverts`)
print(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 || run.status !== 0 ? 1 : 0)
