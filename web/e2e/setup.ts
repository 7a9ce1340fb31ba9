import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { portsFrom } from '../../workers/local/ports.ts'
import { startWorld } from '../../workers/local/world.ts'

const PORT = Number(process.env.WARREN_JOURNEYS_PORT ?? 8880)

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the app and the chain answer. */
    url: string
    rpcUrl: string
  }
}

/**
 * Starts the world all journeys share, on ports and in a folder of its own. With WARREN_URL they run against a world that is
 * there already, such as the one of `npm start`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.WARREN_URL
  if (running) {
    const { port, origin } = new URL(running)
    project.provide('url', origin)
    project.provide('rpcUrl', `http://127.0.0.1:${portsFrom(Number(port)).chain}`)
    return async () => {}
  }
  const dir = mkdtempSync(join(tmpdir(), 'warren-journeys-'))
  const world = await startWorld({ port: PORT, dir })
  project.provide('url', world.url)
  project.provide('rpcUrl', world.rpcUrl)
  return async () => {
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
