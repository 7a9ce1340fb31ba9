import type { EmailState } from '../../../workers/auth/credentials.schema.ts'
import type { EmailAction } from '../../queries/sessions.ts'

/** The state of an address: the server's answer, `checking` before it, `unknown` without one, or `invalid` for a malformed address. */
export type AddressState = EmailState['email'] | 'invalid' | 'checking' | 'unknown'

const ACTIONS: Record<AddressState, EmailAction[]> = {
  invalid: [],
  checking: [],
  available: ['signUp'],
  registered: ['logIn'],
  // Not confirmed yet: the person who registered it may log in, and its owner may sign up again.
  pending: ['logIn', 'signUp'],
  // The server has not answered. Both actions are offered, and the server refuses the wrong one.
  unknown: ['logIn', 'signUp'],
}

/** The possible actions with an address; the Enter key runs the first. With a password that is too short, they show this. */
export const actionsFor = (state: AddressState): EmailAction[] => ACTIONS[state]
