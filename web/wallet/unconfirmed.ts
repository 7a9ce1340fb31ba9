import { ApiError } from '../lib/api-error.ts'

/** Whether a failure goes away once the person has shown again who they are. */
export const needsConfirm = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'sign_in_again' || error.code === 'sign_in_older')

/** The server wants to know first who is asking. What was signed still counts: `send` sends it again. */
export class Unconfirmed extends Error {
  override readonly cause: ApiError
  readonly send: () => Promise<void>
  constructor(cause: ApiError, send: () => Promise<void>) {
    super(cause.code)
    this.cause = cause
    this.send = send
  }
}
