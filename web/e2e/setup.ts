import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolateTempFolder } from '../../tools/temp-folder.ts'
import { startWorld, type World } from '../../workers/local/world/world.ts'
import { portOf, WORKERS } from './world.ts'

/**
 * Starts one world per worker, each with its own ports and folder. With WARREN_URL the journeys run one after the other against a
 * running world, such as that of `npm start`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  isolateTempFolder({ inMemory: true })
  if (process.env.WARREN_URL) return async () => {}
  const dir = mkdtempSync(join(tmpdir(), 'warren-journeys-'))
  // The workers get it too.
  process.env.WARREN_JOURNEYS_DIR = dir
  const worlds: World[] = []
  const stop = async () => {
    await Promise.all(worlds.map((world) => world.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    // The worlds start one after the other, because the second reuses the build of the first.
    for (let i = 0; i < WORKERS; i++) worlds.push(await startWorld({ port: portOf(i), dir: join(dir, `${i}`) }))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
