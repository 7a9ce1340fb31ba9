// Runs the contract tests against the bytecode that is deployed: first makes sure that what is committed is what the source gives and
// that the source keeps the rules (rules.ts), then runs forge. Arguments go to forge (`npm run test:contracts -- --match-contract Settlement`). The last line is
// `N passed, N failed`, and the exit status is 1 when anything failed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { forge } from './forge.ts'
import { judge } from './rules.ts'

type Step = { func_name?: string; args?: string }
type Result = {
  status: 'Success' | 'Failure' | 'Skipped'
  reason: string | null
  kind: { Invariant?: { runs: number; calls: number; reverts: number } }
  counterexample: { Single?: Step; Sequence?: [number, Step[]] } | null
  decoded_logs?: string[]
}
type Report = Record<string, { test_results: Record<string, Result> }>

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Ends the run where the tests could not be run at all: that is one failure, said in the compiler's or forge's own words. */
function stop(what: string, words: string): never {
  print(`${what}\n${words.trim()}`)
  print('0 passed, 1 failed')
  process.exit(1)
}

const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts'), '--check'], { encoding: 'utf8' })
if (build.status !== 0) stop('The contracts can not be tested.', build.stderr)

const rules = judge()
for (const line of rules.lines) print(line)

const run = forge(['test', '--json', ...process.argv.slice(2)], { SHIPPED: 'true' })
const json = run.stdout.split('\n').find((line) => line.startsWith('{'))
if (json === undefined) stop('forge ran no tests.', `${run.stdout}\n${run.stderr}`)

let passed = 0
let failed = rules.faults
const invariants = { count: 0, calls: 0, reverts: 0 }
const report: Report = JSON.parse(json)
for (const [suite, { test_results }] of Object.entries(report).sort()) {
  for (const [name, result] of Object.entries(test_results)) {
    const invariant = result.kind.Invariant
    if (result.status === 'Success') {
      passed++
      if (invariant) {
        invariants.count++
        invariants.calls += invariant.calls
        invariants.reverts += invariant.reverts
        print(`${name}: ${invariant.runs} runs, ${invariant.calls} calls, ${invariant.reverts} reverts`)
      }
    } else if (result.status === 'Failure') {
      failed++
      print(`FAILED ${suite} ${name}: ${result.reason ?? 'no reason given'}`)
      const { Single, Sequence } = result.counterexample ?? {}
      for (const step of Single ? [Single] : (Sequence?.[1] ?? [])) print(`  ${step.func_name ?? ''}(${step.args ?? ''})`)
      for (const line of result.decoded_logs ?? []) print(`  ${line}`)
    }
  }
}
print(`${invariants.count} invariants: ${invariants.calls} calls, ${invariants.reverts} reverts`)
print(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 || run.status !== 0 ? 1 : 0)
