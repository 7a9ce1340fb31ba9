import { object, union } from 'valibot'
import { password } from './credentials.schema.ts'
import { signInRequest } from './users.schema.ts'

/** For so long after signing in, {@link FRESH_CALLS} are open (seconds). */
export const FRESH_SECONDS = 15 * 60
/** For so long a way to sign in that was added to an account counts as new (seconds). */
export const NEW_WAY_SECONDS = 72 * 3600

interface FreshCall {
  method: 'GET' | 'POST'
  /** True where a session that began by a new way in is refused as well, as long as there is an older way (`sign_in_older`). */
  older: boolean
  /** The field of the body that needs it; without one the call always does. */
  field?: string
}

/**
 * The calls of `/api/auth` that change how one gets in or where money goes, or hand over everything at once. They answer
 * `sign_in_again` to a session that began more than {@link FRESH_SECONDS} ago. Their routes name themselves to `requireRecentSignIn()`.
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
  /** From when on it can be dismissed, UTC seconds. */
  until: number
}

/** Details of `sign_in_older`. */
export interface SignInOlder {
  /** When the way in of this session is no longer new, UTC seconds. */
  until: number
}
