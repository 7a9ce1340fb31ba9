import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'

/** One change of the chain: the call, the timestamp of its block (seconds) and the hash of the block before it. */
export interface Entry {
  method: string
  params: unknown[]
  at: number
  head: string
}

/** A line of the journal: the header, a change, or a move of the chain's clock to `offset` seconds ahead of the wall clock. */
export type Line = { genesis: number; chainId: number } | Entry | { offset: number }

/** A file of changes, synced to disk after each one. */
export class Journal {
  readonly file: string
  /** The lines that the file had when it was opened. */
  readonly lines: Line[]
  readonly #descriptor: number

  constructor(file: string) {
    this.file = file
    this.lines = readLines(file)
    this.#descriptor = openSync(file, 'a')
  }

  add(line: Line): void {
    writeSync(this.#descriptor, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

/** The complete lines of the journal. An incomplete last line (after a crash) was never executed and is removed. */
function readLines(file: string): Line[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(10) + 1
  if (end < bytes.length) truncateSync(file, end)
  return bytes
    .subarray(0, end)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}
