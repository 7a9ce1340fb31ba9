import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../workers/shared/errors.schema.ts'
import type { ClientErrorCode } from './api.ts'
import { kept } from './numbers.ts'

const WAIT = msg`That was a lot at once. Try again in {wait}.`

/** `too_many_requests` where the server told how long to wait, in seconds: full minutes and hours from there on. */
export function waitText(seconds: number): string {
  const [unit, size] = seconds < 60 ? (['second', 1] as const) : seconds < 3600 ? (['minute', 60] as const) : (['hour', 3600] as const)
  const format = kept(unit, (at) => new Intl.NumberFormat(at, { style: 'unit', unit, unitDisplay: 'long' }))
  return i18n._({ ...WAIT, values: { wait: format.format(Math.ceil(seconds / size)) } })
}

/** What a person reads for every code: what happened, and the way on. A code without a text does not compile. */
export const TEXTS: Record<ErrorCode | ClientErrorCode, MessageDescriptor> = {
  offline: msg`You are offline. Nothing was changed; try again when the connection is back.`,
  network: msg`The server could not be reached. Try again in a moment.`,
  bad_request: msg`The request could not be understood. Reload the page and try again.`,
  unauthorized: msg`Please log in first.`,
  forbidden: msg`This is not yours to see or change.`,
  terms_required: msg`Please accept the terms first.`,
  cross_origin: msg`The request came from another site and was refused.`,
  not_found: msg`This could not be found. It may have been removed.`,
  method_not_allowed: msg`The request could not be understood. Reload the page and try again.`,
  conflict: msg`Somebody changed this meanwhile. Reload and look again.`,
  idempotency_key_reused: msg`This was sent before with other content. Reload the page and look whether it arrived.`,
  body_too_large: msg`That is too much to send at once. Shorten it and try again.`,
  unsupported_media_type: msg`The request could not be understood. Reload the page and try again.`,
  invalid_body: msg`Something in the form is not right. Check the marked fields.`,
  too_many_requests: msg`That was a lot at once. Wait a minute and try again.`,
  internal: msg`Something went wrong on our side. Try again in a moment.`,
  outside_unavailable: msg`A service we rely on does not answer. Try again in a moment.`,
  unavailable: msg`This part is down at the moment. Try again in a few minutes.`,
  sign_in_message_invalid: msg`The sign-in message was changed on its way. Try again.`,
  sign_in_message_mismatch: msg`The sign-in message is for another site or network. Try again from this page.`,
  sign_in_nonce_invalid: msg`This sign-in was already used. Start again.`,
  sign_in_expired: msg`The sign-in took too long. Start again.`,
  sign_in_signature_invalid: msg`The signature does not fit this wallet. Try again with the wallet you chose.`,
  sign_in_signature_unchecked: msg`The signature of this smart wallet cannot be checked right now. Try again in a moment.`,
  account_taken: msg`This wallet belongs to another account.`,
  login_failed: msg`Login failed. Check the e-mail address and the password.`,
  email_taken: msg`This e-mail address is already registered. Log in with it, or reset the password.`,
  email_required: msg`Add an e-mail address first.`,
  username_taken: msg`This username is taken. Please choose another.`,
  password_common: msg`This password is one of the first that attackers try. Please choose another.`,
  password_wrong: msg`The current password is not right.`,
  sign_in_again: msg`For your safety, confirm that it is you.`,
  sign_in_older: msg`You logged in with a wallet or a password that was added less than 72 hours ago. Confirm with an older one, or wait.`,
  sign_in_other: msg`This wallet does not log in to your account. Choose a wallet that is linked to it.`,
  link_invalid: msg`This link was already used, or is too old. Ask for a new one.`,
  link_needs_login: msg`Log in to the account that this e-mail address shall belong to, then open the link again.`,
  last_sign_in_way: msg`Without this you could not log in any more. Add another way to log in first.`,
  wallet_in_use: msg`This wallet has open orders. It can be removed once they are finished.`,
  orders_open: msg`There are orders that are not finished. Bring them to an end first.`,
  follow_self: msg`This is you. You see your own listings without following yourself.`,
  follow_limit: msg`You follow as many people as one can. Unfollow somebody first.`,
  profile_required: msg`Name your profile first.`,
  wallet_required: msg`Link a wallet first; that is where payments go.`,
  listing_not_found: msg`This listing does not exist, or its owner took it down.`,
  template_text: msg`Some lines between brackets are still those of the template. Replace them with your own words.`,
  listing_rule: msg`The listing is not complete yet. Check the marked fields.`,
  media_not_yours: msg`One of the files belongs to somebody else. Upload it again.`,
  application_not_found: msg`This application does not exist, or was withdrawn.`,
  application_rule: msg`The application is not complete yet. Check the marked fields.`,
  application_answered: msg`This application was answered already.`,
  bid_service_required: msg`A bid comes with a service of yours. List a service first.`,
  event_full: msg`All places are taken.`,
  event_over: msg`This event is over.`,
  file_type_unsupported: msg`This kind of file is not supported.`,
  file_too_large: msg`The file is too large.`,
  upload_not_found: msg`The upload is unknown. Choose the file again.`,
  upload_missing: msg`The file did not arrive. Choose it again.`,
  upload_mismatch: msg`What arrived is not the file that was announced. Choose it again.`,
  image_too_big: msg`The picture has too many pixels. Make it smaller and try again.`,
  storage_full: msg`There is no room left for your files. Delete files you no longer need, and try again.`,
  order_not_found: msg`This order does not exist, or you are not part of it.`,
  dispute_not_found: msg`There is no dispute about this order.`,
  own_listing: msg`This is your own listing: you can neither order it nor apply to it.`,
  plan_not_found: msg`The plan was changed or removed. Reload the page and choose again.`,
  token_unsupported: msg`This token is not accepted here.`,
  seller_unpayable: msg`The seller cannot take payments at the moment. You can still write to them.`,
  price_unavailable: msg`The rate of ETH is not known right now. Pay with a stablecoin, or try again in a moment.`,
  transaction_pending: msg`The payment is sent and waits for its block. The order appears by itself; you may close this page.`,
  transaction_not_found: msg`The network does not know this transaction yet. If your wallet sent it, the order appears by itself.`,
  transaction_failed: msg`The transaction failed on chain. Nothing was paid except the network fee.`,
  transaction_foreign: msg`This transaction does not belong to an order here.`,
  rpc_method_refused: msg`This chain request is not allowed.`,
  chain_unavailable: msg`The chain does not answer. Your money is where it was; try again in a moment.`,
  room_not_found: msg`This conversation does not exist, or you are not part of it.`,
  message_too_long: msg`The message is too long.`,
  message_empty: msg`The message is empty.`,
}
