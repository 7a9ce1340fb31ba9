import type { EmailState } from '../../../workers/auth/credentials.schema.ts'

/** What is known of an address: `checking` until the server has answered, `unknown` where it could not be asked. */
export type Known = EmailState['email'] | 'invalid' | 'checking' | 'unknown'
export type WayIn = 'logIn' | 'signUp'

const WAYS: Record<Known, WayIn[]> = {
  invalid: [],
  checking: [],
  available: ['signUp'],
  registered: ['logIn'],
  // Nobody has proved yet that it is theirs: whoever registered it may log in, and its owner may register it anew.
  pending: ['logIn', 'signUp'],
  // The server decides, when it answers again.
  unknown: ['logIn', 'signUp'],
}

/** What can be done with an address and a password; the first is what the Enter key does. */
export const waysIn = (known: Known, longEnough: boolean): WayIn[] => (longEnough ? WAYS[known] : [])
