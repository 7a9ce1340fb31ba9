import { ERRORS, type ErrorBody, type ErrorCode, type ErrorStatus } from './errors.schema.ts'

/** A failure with a code of the catalogue; thrown anywhere in a handler, answered by the area's error handler. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, details?: unknown) {
    super(code)
    this.code = code
    this.details = details
  }
  get status(): ErrorStatus {
    return ERRORS[this.code]
  }
  body(requestId?: string): ErrorBody {
    const message = this.code.replaceAll('_', ' ')
    return {
      error: {
        code: this.code,
        message,
        ...(this.details === undefined ? {} : { details: this.details }),
        ...(requestId && { requestId }),
      },
    }
  }
}
