import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CreatorChange } from './creator-changes.ts'

interface ChangeTexts {
  /** The title of the dialog; `{name}` is the name of the creator, or its wallet. */
  title: (name: string) => MessageDescriptor
  button: MessageDescriptor
  done: MessageDescriptor
  /** What was sent, in the list of changes that are not recorded yet. */
  pending: (name: string) => MessageDescriptor
}

export const changeTexts: Record<CreatorChange['kind'], ChangeTexts> = {
  grant: {
    title: (name) => msg`Make ${name} a creator?`,
    button: msg`Make a creator`,
    done: msg`The applicant is a creator now.`,
    pending: (name) => msg`Making ${name} a creator`,
  },
  restore: {
    title: (name) => msg`Restore ${name}?`,
    button: msg({ message: 'Restore', context: 'a creator' }),
    done: msg`The creator is restored.`,
    pending: (name) => msg`Restoring ${name}`,
  },
  remove: {
    title: (name) => msg`Remove ${name}?`,
    button: msg({ message: 'Remove', context: 'a creator' }),
    done: msg`The creator is removed.`,
    pending: (name) => msg`Removing ${name}`,
  },
  removeWallet: {
    title: () => msg`Remove this wallet from the contract?`,
    button: msg({ message: 'Remove', context: 'a creator' }),
    done: msg`The wallet is removed from the contract.`,
    pending: () => msg`Removing a wallet from the contract`,
  },
  setting: {
    title: () => msg`Change a setting?`,
    button: msg`Change`,
    done: msg`The setting is changed.`,
    pending: (name) => msg`Changing a setting: ${name}`,
  },
}
