/** One measured figure. */
export interface Result {
  name: string
  /** Null if it could not be measured; `note` then has the reason. */
  value: number | null
  unit: string
  /** Met when `value` is not worse. Without a goal or a value, the figure is only informative. */
  goal?: number
  better: 'lower' | 'higher'
  /** A reference value: the figure of another product or of an earlier state. */
  anchor?: number
  /** Why the goal is missed, or what was measured. */
  note?: string
}

/** What a file in bench/ exports as `run`. It reports progress with `log`; progress is not part of the result. */
export type Bench = (log: (line: string) => void) => Promise<Result[]>

export const isMet = ({ value, goal, better }: Result): boolean =>
  goal === undefined || value === null || (better === 'lower' ? value <= goal : value >= goal)

/** Formats the results as the lines of a table. */
export function table(results: Result[]): string[] {
  const rows = results.map((result) => [
    result.goal === undefined || result.value === null ? '·' : isMet(result) ? '✓' : '✗',
    result.name,
    result.value === null ? 'not measured' : `${result.value} ${result.unit}`,
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
