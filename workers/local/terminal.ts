import type { World } from './world.ts'

/** Lines for the person at the terminal. */
export const report = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`)

/** One clear line about what went wrong, and a status that is not zero. */
export function complain(error: unknown): void {
  process.stderr.write(`warren: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

/**
 * Runs a world until somebody ends it (Ctrl-C, SIGTERM, a closed terminal, a parent that is gone) or one of its children
 * fails. Ended in the middle of starting, it stops as soon as it has started or failed.
 */
export async function runUntilEnded(start: (say: (line: string) => void) => Promise<Pick<World, 'failed' | 'stop'>>): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    process.on('disconnect', () => resolve())
  })
  const starting = start((line) => report([`  ${line}`]))
  try {
    const first = await Promise.race([starting, asked])
    if (!first) report(['stopping'])
    const world = first ?? (await starting)
    const failure = await Promise.race([world.failed, asked])
    if (failure) complain(failure)
    else if (first) report(['', 'stopping'])
    await world.stop()
  } catch (error) {
    complain(error)
  }
  process.exit()
}
