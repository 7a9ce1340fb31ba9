type Step = { func_name?: string; args?: string }
type Result = {
  status: 'Success' | 'Failure' | 'Skipped'
  reason: string | null
  kind: { Invariant?: { runs: number; calls: number; reverts: number } }
  counterexample: { Single?: Step; Sequence?: [number, Step[]] } | null
  decoded_logs?: string[]
}
type Report = Record<string, { test_results: Record<string, Result> }>

/** The result of `forge test --json`. */
export type Outcome = {
  passed: number
  failed: number
  /** The lines to print: invariants, and each failure with its call sequence. */
  lines: string[]
  /** The names of the failed tests. */
  failures: string[]
  invariants: { count: number; calls: number; reverts: number }
}

/** Parses the output of `forge test --json`; undefined if no tests ran. */
export function readReport(printed: string): Outcome | undefined {
  const json = printed.split('\n').find((line) => line.startsWith('{'))
  if (json === undefined) return undefined
  const outcome: Outcome = { passed: 0, failed: 0, lines: [], failures: [], invariants: { count: 0, calls: 0, reverts: 0 } }
  const { lines, invariants, failures } = outcome
  for (const [suite, { test_results }] of Object.entries(JSON.parse(json) as Report).sort()) {
    for (const [name, result] of Object.entries(test_results)) {
      const invariant = result.kind.Invariant
      if (result.status === 'Success') {
        outcome.passed++
        if (invariant) {
          invariants.count++
          invariants.calls += invariant.calls
          invariants.reverts += invariant.reverts
          lines.push(`${name}: ${invariant.runs} runs, ${invariant.calls} calls, ${invariant.reverts} reverts`)
        }
      } else if (result.status === 'Failure') {
        outcome.failed++
        failures.push(name.replace(/\(.*/, ''))
        lines.push(`FAILED ${suite} ${name}: ${result.reason ?? 'no reason given'}`)
        const { Single, Sequence } = result.counterexample ?? {}
        for (const step of Single ? [Single] : (Sequence?.[1] ?? [])) lines.push(`  ${step.func_name ?? ''}(${step.args ?? ''})`)
        for (const line of result.decoded_logs ?? []) lines.push(`  ${line}`)
      }
    }
  }
  return outcome
}
