import type { ErrorCode } from '../../workers/shared/errors.schema.ts'

/** Codes that only the browser sets: the device is offline, or the server gave no usable answer. */
export type ClientErrorCode = 'offline' | 'network'

/** A failed call. The logs contain its `requestId`, which users see as the error ID. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode | ClientErrorCode
  readonly details: unknown
  readonly status: number
  readonly requestId: string | undefined
  constructor(code: ErrorCode | ClientErrorCode, status: number, details?: unknown, requestId?: string) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/** Whether the call needs a fresh sign-in first. */
export const needsFreshSignIn = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'sign_in_again' || error.code === 'sign_in_older')

/** Whether the report of a transaction may succeed later, because the chain or the server needs more time. */
export const isReportRetryable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.code === 'transaction_pending' || error.code === 'transaction_not_found')

/** Whether the error is about a username. The field of the username shows such an error. */
export const isNameError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'username_taken' || error.code === 'name_reserved')
