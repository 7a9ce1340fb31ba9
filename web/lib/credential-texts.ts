import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { MAX_PASSWORD, MIN_PASSWORD } from '../../workers/auth/credentials.schema.ts'

/** The error of an e-mail address, a password or a username, by the rule of credentials.schema.ts that it breaks. */
export const RULE_TEXTS: Record<string, MessageDescriptor> = {
  email: msg`Please enter a valid email address.`,
  short: msg`Please enter at least ${MIN_PASSWORD} password characters.`,
  long: msg`A password can have up to ${MAX_PASSWORD} characters.`,
  username: msg`A username has 4 to 21 letters of the Latin alphabet, digits or underscores.`,
  reserved: msg`This name is reserved. Please choose another.`,
}
