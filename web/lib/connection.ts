import { createStore } from '../ui/store.ts'

/** How often an unreachable server is looked for (ms). */
const LOOK_MS = 3000

const online = createStore(navigator.onLine)
let timer: ReturnType<typeof setTimeout> | undefined
const recover: (() => void)[] = []

/** Whether the server can be reached, as far as the page knows: the device has a network, or the last look came through. */
export const useOnline = online.use

/** What to do once it can be reached again. */
export const onReturn = (run: () => void): void => {
  recover.push(run)
}

/** Looks whether the server can be reached, and again until it can. For calls that got no answer at all. */
export async function lookForServer(): Promise<void> {
  clearTimeout(timer)
  const reached = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  // An answer may have been on its way when the device lost its network, so it is not the last word while there is none.
  if (!reached || !navigator.onLine) timer = setTimeout(lookForServer, LOOK_MS)
  if (reached === online.get()) return
  online.set(reached)
  if (reached) for (const run of recover) run()
}

/** Listens to what the device says of its network. */
export function watchNetwork(): void {
  addEventListener('online', lookForServer)
  addEventListener('offline', lookForServer)
}
