/** A comment that is being sent, or that was not sent. */
export interface OutgoingComment {
  /** Also the idempotency key. */
  key: string
  text: string
  /** Null while it is being sent. */
  error: Error | null
}
