import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { printError, printLines } from './terminal.ts'

/**
 * One measured figure. `goal` is met when `value` is not worse than it; without a goal the figure is only informative. `anchor` is the
 * figure of another product or of an earlier state. `note` says why a goal is missed, or what was measured.
 */
export interface Result {
  name: string
  value: number
  unit: string
  goal?: number
  better: 'lower' | 'higher'
  anchor?: number
  note?: string
}

/** What a file in bench/ exports as `run`. It reports progress with `log`; progress is not part of the result. */
export type Bench = (log: (line: string) => void) => Promise<Result[]>

export const isMet = ({ value, goal, better }: Result): boolean =>
  goal === undefined || (better === 'lower' ? value <= goal : value >= goal)

/** Formats the results as the lines of a table. */
export function table(results: Result[]): string[] {
  const rows = results.map((result) => [
    result.goal === undefined ? '·' : isMet(result) ? '✓' : '✗',
    result.name,
    `${result.value} ${result.unit}`,
    result.goal === undefined ? '' : `${result.better === 'lower' ? '≤' : '≥'} ${result.goal}`,
    result.anchor === undefined ? '' : `(${result.anchor})`,
    result.note ?? '',
  ])
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 2 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}

const BENCHES = join(import.meta.dirname, 'bench')

async function main(): Promise<void> {
  const json = process.argv.includes('--json')
  const name = process.argv.slice(2).find((argument) => !argument.startsWith('-'))
  const names = readdirSync(BENCHES)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -3))
  if (!name) return printLines(['npm run bench <name> [-- --json], where <name> is one of:', ...names.map((each) => `  ${each}`)])
  if (!names.includes(name)) throw new Error(`there is no bench "${name}", only ${names.join(', ')}`)
  const { run } = (await import(pathToFileURL(join(BENCHES, `${name}.ts`)).href)) as { run: Bench }
  const results = await run((line) => void process.stderr.write(`  ${line}\n`))
  printLines(json ? [JSON.stringify(results, null, 2)] : table(results))
  if (!results.every(isMet)) process.exitCode = 1
}

if (import.meta.main) {
  await main().catch(printError)
  // Exit even if a browser or a build left handles open.
  process.exit()
}
