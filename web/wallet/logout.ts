import { useMutation } from '@tanstack/react-query'
import { readStored } from '../lib/storage.ts'
import { endSession } from '../session/viewer.ts'

/** Removes the notifications that this browser still shows. The server sends it no more pushes, because its session has ended. */
const closeNotifications = async (): Promise<void> => {
  if (readStored('warren.push')) await (await import('../lib/push.ts')).closeShown()
}

/** Logs out, with `everywhere` in all browsers, and ends the page's connection to a wallet outside the browser. */
export const logout = (everywhere?: 'everywhere'): Promise<void> =>
  endSession(everywhere === 'everywhere', () =>
    Promise.all([closeNotifications(), import('./discovery.ts').then(({ disconnectRemote }) => disconnectRemote())]),
  )

/** {@link logout} with its progress and error. */
export const useLogout = () => useMutation({ mutationFn: (everywhere: 'everywhere' | undefined) => logout(everywhere) })
