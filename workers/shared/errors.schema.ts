/** Every error code that the API returns, with its HTTP status. web/lib/error-texts.ts has the messages for users. */
export const ERRORS = {
  // of several areas
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  terms_required: 403,
  cross_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_body: 422,
  too_many_requests: 429,
  internal: 500,
  outside_unavailable: 502,
  unavailable: 503,
  // signing in
  sign_in_message_invalid: 400,
  sign_in_message_mismatch: 400,
  sign_in_nonce_invalid: 401,
  sign_in_expired: 401,
  sign_in_signature_invalid: 401,
  sign_in_signature_unchecked: 503,
  account_taken: 409,
  wallet_limit: 409,
  login_failed: 401,
  email_taken: 409,
  email_required: 409,
  username_taken: 409,
  username_required: 409,
  name_reserved: 422,
  password_common: 422,
  password_wrong: 403,
  sign_in_again: 403,
  sign_in_older: 403,
  sign_in_other: 403,
  notice_too_new: 409,
  link_invalid: 410,
  link_needs_login: 401,
  last_sign_in_way: 409,
  wallet_in_use: 409,
  orders_open: 409,
  // profiles and listings
  follow_self: 409,
  follow_limit: 409,
  profile_required: 409,
  wallet_required: 409,
  listing_not_found: 404,
  listing_rule: 422,
  template_text: 422,
  media_not_yours: 403,
  // applications
  application_not_found: 404,
  application_rule: 422,
  application_answered: 409,
  bid_service_required: 409,
  event_full: 409,
  event_over: 409,
  // files
  file_type_unsupported: 415,
  file_too_large: 413,
  upload_not_found: 404,
  upload_missing: 409,
  upload_mismatch: 409,
  image_too_big: 422,
  storage_full: 409,
  // orders
  order_not_found: 404,
  dispute_not_found: 404,
  own_listing: 409,
  plan_not_found: 404,
  token_unsupported: 422,
  seller_unpayable: 409,
  price_unavailable: 503,
  transaction_pending: 409,
  transaction_not_found: 404,
  transaction_failed: 409,
  transaction_foreign: 422,
  rpc_method_refused: 403,
  chain_unavailable: 503,
  // chat
  room_not_found: 404,
  message_too_long: 422,
  message_empty: 422,
} as const

/** An error code. */
export type ErrorCode = keyof typeof ERRORS

/** The HTTP status of an error. */
export type ErrorStatus = (typeof ERRORS)[ErrorCode]

/** The body of every error response. Users can quote `requestId` when they ask for support. */
export type ErrorBody = { error: { code: ErrorCode; message: string; details?: unknown; requestId?: string } }
