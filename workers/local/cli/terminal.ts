import type { World } from '../world/world.ts'

/** Prints lines to the terminal. */
export const printLines = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`)

/** Prints the error and sets a non-zero exit code. viem's errors have a short message; the long one has the whole request. */
export function printError(error: unknown): void {
  const { shortMessage, message } = error instanceof Error ? (error as Error & { shortMessage?: string }) : { message: String(error) }
  process.stderr.write(`warren: ${shortMessage ?? message}\n`)
  process.exitCode = 1
}

type Start = (options: { log: (line: string) => void; signal: AbortSignal }) => Promise<Pick<World, 'failed' | 'stop'>>

/**
 * Runs a world until it is stopped (Ctrl-C, SIGTERM, a closed terminal, a parent that ended), also while it starts, or until one of its
 * children fails.
 */
export async function runUntilEnded(start: Start): Promise<void> {
  const ended = new AbortController()
  const end = () => {
    if (!ended.signal.aborted) printLines(['', 'stopping'])
    ended.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  try {
    const world = await start({ log: (line) => printLines([`  ${line}`]), signal: ended.signal })
    const stopRequested = new Promise<void>((resolve) => {
      ended.signal.addEventListener('abort', () => resolve())
      if (ended.signal.aborted) resolve()
    })
    const failure = await Promise.race([world.failed, stopRequested])
    if (failure && !ended.signal.aborted) printError(failure)
    await world.stop()
  } catch (error) {
    if (!ended.signal.aborted) printError(error)
  }
  process.exit()
}
