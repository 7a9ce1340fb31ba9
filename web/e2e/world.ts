import { portsFrom } from '../../workers/local/world/ports.ts'

/** The first port of the journeys' worlds; each world has ten. */
const PORT = Number(process.env.WARREN_JOURNEYS_PORT ?? 8880)

/** How many files run side by side. Each worker has a world, which its files share one after the other. */
export const WORKERS = process.env.WARREN_URL ? 1 : 2

/** The first port of a worker's world. */
export const portOf = (worker: number): number => PORT + 10 * worker

/** The origin of this worker's app. */
export const url = process.env.WARREN_URL
  ? new URL(process.env.WARREN_URL).origin
  : `http://localhost:${portOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))}`
/** The ports of this worker's world. */
export const ports = portsFrom(Number(new URL(url).port))
/** The chain of this worker's world. */
export const rpcUrl = `http://127.0.0.1:${ports.chain}`
/** Runs the cron of the indexer, which production runs every minute, and waits until it is done. */
export const fireCron = () => fetch(`http://127.0.0.1:${ports.indexer}/cdn-cgi/local/scheduled`)
