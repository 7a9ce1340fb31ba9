// Measures line and branch coverage of contracts/src, by file: runs all tests with forge's coverage (which compiles without via-IR) and
// prints what no test reaches. Exits with 1 if less than 98 % is reached, or if an unreached line is not explained here.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forge, root } from './forge.ts'

const least = 98

/** Lines that no test can reach, by file and part of the line, with the reason. */
const explained: { file: string; line: string; why: string }[] = []

type Count = { found: number; hit: number }
type File = { path: string; lines: Count; branches: Count; missed: { line: number; what: string }[] }

/** Parses an lcov report, for files below contracts/src. */
export function parse(report: string): File[] {
  const files: File[] = []
  for (const record of report.split('end_of_record')) {
    const path = /^SF:(.*)$/m.exec(record)?.[1]
    if (!path?.startsWith('contracts/src/')) continue
    const file: File = { path, lines: { found: 0, hit: 0 }, branches: { found: 0, hit: 0 }, missed: [] }
    const count = (of: Count, line: string, times: string, what: string) => {
      of.found++
      if (times !== '0' && times !== '-') of.hit++
      else file.missed.push({ line: Number(line), what })
    }
    for (const [, line, times] of record.matchAll(/^DA:(\d+),(\d+)/gm)) count(file.lines, line!, times!, 'line')
    for (const [, line, way, times] of record.matchAll(/^BRDA:(\d+),\d+,(\d+),(\d+|-)/gm))
      count(file.branches, line!, times!, `branch ${way}`)
    files.push(file)
  }
  return files
}

const percent = ({ found, hit }: Count) => (found === 0 ? 100 : (100 * hit) / found)
const cell = (count: Count) => `${percent(count).toFixed(1).padStart(6)} % (${count.hit}/${count.found})`.padEnd(20)
const sum = (counts: Count[]) => counts.reduce((a, b) => ({ found: a.found + b.found, hit: a.hit + b.hit }), { found: 0, hit: 0 })

function main(): number {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'warren-coverage-'))
  const report = join(folder, 'lcov.info')
  const run = forge(['coverage', '--report', 'lcov', '--report-file', report])
  if (run.status !== 0) {
    print(`The tests fail, or do not compile without via-IR:\n${run.stdout.split('\n').slice(-40).join('\n')}${run.stderr}`)
    return 1
  }
  const files = parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })

  let unexplained = 0
  const needed = new Set<(typeof explained)[number]>()
  const width = Math.max(...files.map(({ path }) => path.length))
  for (const { path, lines, branches, missed } of files) {
    print(`${path.padEnd(width)}  lines ${cell(lines)} branches ${cell(branches)}`)
    const text = readFileSync(join(root, path), 'utf8').split('\n')
    for (const { line, what } of missed) {
      const code = (text[line - 1] ?? '').trim()
      const entry = explained.find((each) => path.endsWith(each.file) && code.includes(each.line))
      if (entry) needed.add(entry)
      else unexplained++
      print(`  ${line} ${what} not reached: ${code}${entry ? `  (${entry.why})` : '  UNEXPLAINED'}`)
    }
  }
  const [lines, branches] = [sum(files.map((file) => file.lines)), sum(files.map((file) => file.branches))]
  print(`${'all'.padEnd(width)}  lines ${cell(lines)} branches ${cell(branches)}`)
  const stale = explained.filter((entry) => !needed.has(entry))
  for (const { file, line } of stale) print(`explained, but reached or removed: ${file}: ${line}`)
  const isEnough = percent(lines) >= least && percent(branches) >= least
  if (!isEnough) print(`less than ${least} %`)
  return isEnough && unexplained === 0 && stale.length === 0 && files.length > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main()
