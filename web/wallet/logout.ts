import { useMutation } from '@tanstack/react-query'
import { endSession } from '../session/viewer.ts'

/** Logs out, with `everywhere` in all browsers, and ends the page's connection to a wallet outside the browser. */
export const logout = (everywhere?: 'everywhere'): Promise<void> =>
  endSession(everywhere === 'everywhere', () => import('./discovery.ts').then(({ disconnectRemote }) => disconnectRemote()))

/** {@link logout} with its progress and error. */
export const useLogout = () => useMutation({ mutationFn: (everywhere: 'everywhere' | undefined) => logout(everywhere) })
