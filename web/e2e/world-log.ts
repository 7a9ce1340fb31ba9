import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines that may explain a failure: errors, warnings, and requests that took a second or more. */
const RELEVANT = /ERROR|WARN|"level":"(warn|error)"|"ms":\d{4}/

/** The last relevant lines in the log of this worker's world; none if the journeys run against a world that was running before. */
export function describeWorld(): string {
  const { WARREN_JOURNEYS_DIR: dir, TEST_PARALLEL_INDEX: worker = '0' } = process.env
  const file = dir && join(dir, worker, 'logs/app.log')
  if (!file || !existsSync(file)) return ''
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => RELEVANT.test(line))
    .slice(-20)
    .join('\n')
}
