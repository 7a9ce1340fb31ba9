import { ERRORS, type ErrorBody, type ErrorCode, type ErrorStatus } from './errors.schema.ts'

/** An error with a known code. Handlers throw it anywhere; the area's error handler turns it into the response. */
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
