import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isolateTempFolder } from '../../tools/temp-folder.ts'
import { portsFrom } from '../../workers/local/world/ports.ts'
import { startWorld, type World } from '../../workers/local/world/world.ts'
import { WORKERS } from './vitest.config.ts'

const PORT = Number(process.env.WARREN_JOURNEYS_PORT ?? 8880)

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the app and the chain of each world, one world per worker. */
    worlds: { url: string; rpcUrl: string }[]
  }
}

/**
 * Starts one world per worker, each with its own ports and folder. With WARREN_URL the journeys run one after the other against a
 * running world, such as that of `npm start`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  isolateTempFolder({ inMemory: true })
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
    // One after the other: the second reuses the build of the first.
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
