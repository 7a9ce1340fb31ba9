import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that says that a test of this worker has failed. Playwright starts another process for the tests after it. */
function markFile(): string | undefined {
  const { WARREN_JOURNEYS_DIR: dir, TEST_PARALLEL_INDEX: worker = '0' } = process.env
  return dir && join(dir, `${worker}.failed`)
}

/** Records that a test of this worker has failed. A journey cannot be repeated in a world that has half of its records. */
export function markFailed(): void {
  const file = markFile()
  if (file) writeFileSync(file, '')
}

/** Replaces this worker's world by a new one if a test has failed in it. */
export async function replaceFailedWorld(): Promise<void> {
  const file = markFile()
  if (!file || !existsSync(file)) return
  const { WARREN_JOURNEYS_RESTARTS: restarts, TEST_PARALLEL_INDEX: worker = '0' } = process.env
  const answer = await fetch(`${restarts}/${worker}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`the world of worker ${worker} could not be replaced: ${await answer.text()}`)
  rmSync(file)
}
