import type { World } from './world.ts'

/** Lines for the person at the terminal. */
export const report = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`)

/** One clear line about what went wrong, and a status that is not zero. */
export function complain(error: unknown): void {
  process.stderr.write(`warren: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

type Start = (options: { say: (line: string) => void; signal: AbortSignal }) => Promise<Pick<World, 'failed' | 'stop'>>

/**
 * Runs a world until somebody ends it (Ctrl-C, SIGTERM, a closed terminal, a parent that is gone), in the middle of starting
 * too, or one of its children fails.
 */
export async function runUntilEnded(start: Start): Promise<void> {
  const ended = new AbortController()
  const end = () => {
    if (!ended.signal.aborted) report(['', 'stopping'])
    ended.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  try {
    const world = await start({ say: (line) => report([`  ${line}`]), signal: ended.signal })
    const asked = new Promise<void>((resolve) => {
      ended.signal.addEventListener('abort', () => resolve())
      if (ended.signal.aborted) resolve()
    })
    const failure = await Promise.race([world.failed, asked])
    if (failure && !ended.signal.aborted) complain(failure)
    await world.stop()
  } catch (error) {
    if (!ended.signal.aborted) complain(error)
  }
  process.exit()
}
