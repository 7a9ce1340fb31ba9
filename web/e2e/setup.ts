import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { portsFrom } from '../../workers/local/world/ports.ts'
import { startWorld, type World } from '../../workers/local/world/world.ts'
import { WORKERS } from './vitest.config.ts'

const PORT = Number(process.env.WARREN_JOURNEYS_PORT ?? 8880)

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the app and the chain of each world answer, one world for each worker. */
    worlds: { url: string; rpcUrl: string }[]
  }
}

/**
 * Starts a world for each worker, on ports and in folders of their own. With WARREN_URL journeys run one after the other against
 * a world that is there already, such as the one of `npm start`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.WARREN_URL
  if (running) {
    const { port, origin } = new URL(running)
    project.provide('worlds', [{ url: origin, rpcUrl: `http://127.0.0.1:${portsFrom(Number(port)).chain}` }])
    return async () => {}
  }
  const dir = mkdtempSync(join(tmpdir(), 'warren-journeys-'))
  const worlds: World[] = []
  const stop = async () => {
    await Promise.all(worlds.map((world) => world.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    // One after the other: the second finds what the first has built.
    for (let i = 0; i < WORKERS; i++) worlds.push(await startWorld({ port: PORT + 10 * i, dir: join(dir, `${i}`) }))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide(
    'worlds',
    worlds.map(({ url, rpcUrl }) => ({ url, rpcUrl })),
  )
  return stop
}
