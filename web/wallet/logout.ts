import { useMutation } from '@tanstack/react-query'
import { readStored } from '../lib/storage.ts'
import { endSession } from '../session/viewer.ts'

/** Ends the pushes to this browser and removes the notifications that it still shows. */
const endPushes = async (): Promise<void> => {
  if (readStored('warren.push')) await (await import('../lib/push.ts')).endPushes()
}

/**
 * Logs out, with `everywhere` in all browsers, forgets the drafts, the messages that wait, and the listings and pages that were viewed in
 * this browser, and ends the page's connection to a wallet outside the browser.
 */
export const logout = (everywhere?: 'everywhere'): Promise<void> =>
  endSession(everywhere === 'everywhere', () =>
    Promise.all([
      import('../lib/forget-viewed.ts').then(({ forgetAllViewed }) => forgetAllViewed()),
      import('../lib/outgoing-messages.ts').then(({ clearOutgoing }) => clearOutgoing()),
      import('../lib/drafts.ts').then(({ clearDrafts }) => clearDrafts()),
      endPushes(),
      import('./discovery.ts').then(({ disconnectRemote }) => disconnectRemote()),
    ]),
  )

/** {@link logout} with its progress and error. */
export const useLogout = () => useMutation({ mutationFn: (everywhere: 'everywhere' | undefined) => logout(everywhere) })
