import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Result } from '../result.ts'
import { round } from '../served-database.ts'
import { fillRooms, fillUsers, roomId, startChat } from './chat-world.ts'
import { disperse, gather, sendOne } from './load.ts'
import { warren } from './servers.ts'

const [ROOMS, WARM] = [1000, 50]
/** An idle room with open sockets is evicted after ten seconds; the announcements of its messages and the limits come first. */
const IDLE_MS = 45_000

/**
 * Opens 1,000 rooms with a socket each, and leaves them alone. Then a frame in each wakes all, which shows how many are constructed again,
 * so were evicted while their sockets stayed open. The memory is compared before that and when all are idle again.
 */
export async function measureIdleRooms(dir: string, log: (line: string) => void): Promise<Result[]> {
  const folder = join(dir, 'idle')
  mkdirSync(folder)
  const total = ROOMS + WARM
  const chat = await startChat(
    folder,
    (file) => {
      fillUsers(file, 2 * total)
      fillRooms(
        file,
        1,
        Array.from({ length: total }, (_, i) => [2 * i + 1, 2 * i + 2]),
      )
    },
    join(import.meta.dirname, 'counted-worker.ts'),
  )
  try {
    const { workerd } = chat
    const server = warren(workerd.url)
    const constructed = async () => Number(await (await fetch(`${workerd.url}/constructed`)).text())
    /** The memory of the process without garbage: V8 may leave that for minutes, so its share would be chance. */
    const memory = async () => {
      await constructed()
      return workerd.memory()
    }
    const open = async (first: number, count: number) => {
      const crowds = []
      for (let i = first; i < first + count; i++) {
        const crowd = await gather(server, roomId(i + 1), [2 * i + 1])
        await sendOne(crowd, 0)
        crowds.push(crowd)
      }
      return crowds
    }
    // Loads the code, and lets the process take the memory that it needs for any room.
    for (const crowd of await open(ROOMS, WARM)) disperse(crowd)
    await wait(IDLE_MS)
    const empty = await memory()
    const crowds = await open(0, ROOMS)
    const wake = async () => {
      for (const crowd of crowds) await sendOne(crowd, 0)
    }
    await wait(IDLE_MS)
    // The first time that all are awake again, the allocator takes pages that it keeps. What grows each time would be a leak.
    await wake()
    await wait(IDLE_MS)
    const before = await memory()
    const counted = await constructed()
    await wake()
    const again = (await constructed()) - counted
    const active = await memory()
    await wait(IDLE_MS)
    const after = await memory()
    for (const crowd of crowds) disperse(crowd)
    log(`${again} of ${ROOMS} rooms constructed again; kB: ${empty} without rooms, ${before} idle, ${active} awake, ${after} idle again`)
    return [
      { name: '1,000 idle rooms: constructed again on the next frame', value: again, unit: 'rooms', goal: ROOMS, better: 'higher' },
      { name: '1,000 rooms idle again: memory, of idle before', value: round(after / before), unit: 'x', goal: 1.1, better: 'lower' },
      { name: '1,000 idle rooms: memory of a room', value: Math.round((before - empty) / ROOMS), unit: 'kB', better: 'lower' },
    ]
  } finally {
    await chat.stop()
  }
}
