import { createStore } from '../ui/store.ts'

/** The time between two requests to an unreachable server (ms). */
const LOOK_MS = 3000

const online = createStore(true)
let timer: ReturnType<typeof setTimeout> | undefined
const recover: (() => void)[] = []

/** Whether the server answered when the page last checked it; before the first check, whether the device is online. */
export const useOnline = online.use

/** Runs a function whenever the server can be reached again. */
export const onReconnect = (run: () => void): void => {
  recover.push(run)
}

/** Asks the server again and again until it answers. Run this after a call without an answer. */
export async function checkServer(): Promise<void> {
  clearTimeout(timer)
  const reached = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  // An answer may have been on its way when the device went offline, so the server is asked again while the device is offline.
  if (!reached || !navigator.onLine) timer = setTimeout(checkServer, LOOK_MS)
  if (reached === online.get()) return
  online.set(reached)
  if (reached) for (const run of recover) run()
}

/** Checks the server whenever the device goes online or offline. */
export function watchNetwork(): void {
  online.set(navigator.onLine)
  addEventListener('online', checkServer)
  addEventListener('offline', checkServer)
}
