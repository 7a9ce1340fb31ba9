import { object, union } from 'valibot'
import { password } from './credentials.schema.ts'
import { signInRequest } from './users.schema.ts'

/** For this long a sign-in method that was added to an account counts as new (seconds). */
export const NEW_METHOD_SECONDS = 72 * 3600

interface FreshCall {
  method: 'GET' | 'POST'
  /** If true, a session that began with a new sign-in method is rejected as well (`sign_in_older`), as long as an older method exists. */
  older: boolean
  /** The check applies only if the body has this field; without `field` it always applies. */
  field?: string
}

/**
 * The calls of `/api/auth` that need a fresh sign-in, because they change sign-in methods or the payout wallet, end sessions, return all
 * personal data, or delete the account. A session that began more than 15 minutes ago gets `sign_in_again`. Their routes use
 * `requireFreshSignIn()`.
 */
export const FRESH_CALLS = {
  addAccount: { method: 'POST', older: false },
  removeAccount: { method: 'POST', older: true },
  setEmail: { method: 'POST', older: true, field: 'email' },
  changePassword: { method: 'POST', older: true },
  endSession: { method: 'POST', older: true },
  exportMyData: { method: 'GET', older: true },
  deleteAccount: { method: 'POST', older: true },
} as const satisfies Record<string, FreshCall>

/** Body of signInAgain: a linked wallet's signature or the account's password. */
export const signInAgainRequest = union([signInRequest, object({ password })])

/** Details of `notice_too_new`. */
export interface NoticeTooNew {
  /** When the notice can be dismissed, UTC seconds. */
  until: number
}

/** Details of `sign_in_older`. */
export interface SignInOlder {
  /** When the sign-in method of this session stops counting as new, UTC seconds. */
  until: number
}
