import type { EmailState } from '../../../workers/auth/credentials.schema.ts'
import type { EmailAction } from '../../queries/sessions.ts'

/** What an address is to the server. `checking` until it has answered, `unknown` if it could not be asked, `invalid` if it is no address. */
export type AddressState = EmailState['email'] | 'invalid' | 'checking' | 'unknown'

const ACTIONS: Record<AddressState, EmailAction[]> = {
  invalid: [],
  checking: [],
  available: ['signUp'],
  registered: ['logIn'],
  // Not confirmed yet: the person who registered it may log in, and its owner may sign up again.
  pending: ['logIn', 'signUp'],
  // The server decides once it answers again.
  unknown: ['logIn', 'signUp'],
}

/** The actions possible with an address and a password; the Enter key runs the first. */
export const actionsFor = (state: AddressState, isPasswordLongEnough: boolean): EmailAction[] =>
  isPasswordLongEnough ? ACTIONS[state] : []
