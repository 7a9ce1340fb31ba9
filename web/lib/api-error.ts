import type { ErrorCode } from '../../workers/shared/errors.schema.ts'

/** Codes that come from the browser itself: no network at all, or no usable answer. */
export type ClientErrorCode = 'offline' | 'network'

/** A failed call. `requestId` is what a person may quote when asking for help. */
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

/** Whether the call succeeds once the person has confirmed by password or wallet who they are. */
export const needsFreshSignIn = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'sign_in_again' || error.code === 'sign_in_older')
