import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolateTempFolder } from '../../tools/temp-folder.ts'
import { closeServer } from '../../workers/local/world/outside.ts'
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
  const worlds: World[] = []
  const start = (worker: number) => startWorld({ port: portOf(worker), dir: join(dir, `${worker}`), fresh: true })
  const restarts = await serveRestarts(async (worker) => {
    await worlds[worker]!.stop()
    worlds[worker] = await start(worker)
  })
  // The workers get both too.
  process.env.WARREN_JOURNEYS_DIR = dir
  process.env.WARREN_JOURNEYS_RESTARTS = `http://127.0.0.1:${(restarts.address() as AddressInfo).port}`
  const stop = async () => {
    await closeServer(restarts)
    await Promise.all(worlds.map((world) => world.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    // The worlds start one after the other, because the second reuses the build of the first.
    for (let i = 0; i < WORKERS; i++) worlds.push(await start(i))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Replaces a worker's world by a new one at `POST /{worker}`, and answers once it is ready: 204, or 500 with the error. */
async function serveRestarts(restart: (worker: number) => Promise<void>): Promise<Server> {
  const server = createServer((request, response) =>
    restart(Number(request.url?.slice(1))).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
