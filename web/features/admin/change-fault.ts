import type { FoundCreator } from '../../../workers/creators/creators.schema.ts'
import type { CreatorChange } from './creator-changes.ts'

/** Why a change is not possible: it is the viewer's own, the wallet is not linked, or the application or the creator has changed. */
export type ChangeFault = 'own' | 'unlinked' | 'changed'

/** Why the server would refuse a change; null if it would not. An admin may remove themselves, but not make themselves a creator. */
export function findChangeFault(found: FoundCreator, change: CreatorChange, viewerId: number): ChangeFault | null {
  const { application, creator } = found
  const isRemoved = creator !== null && creator.removedAt !== null
  const isPossible = {
    grant: application?.id === change.application && (application.state === 'sent' || application.state === 'asked'),
    restore: isRemoved,
    remove: creator?.address === change.address && !isRemoved,
    removeWallet: creator?.address !== change.address || isRemoved,
    // It is no change of a creator.
    setting: false,
  }[change.kind]
  if (!isPossible || (change.kind !== 'removeWallet' && found.user_id !== change.userId)) return 'changed'
  if (change.kind === 'remove' || change.kind === 'removeWallet') return null
  if (found.user_id === viewerId) return 'own'
  return found.isLinked ? null : 'unlinked'
}
