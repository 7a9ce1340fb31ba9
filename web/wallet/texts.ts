import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError } from '../lib/api-error.ts'
import { errorText } from '../lib/errors.ts'
import { isFinal } from '../queries/pending-transactions.ts'
import { toast } from '../ui/toast.ts'
import { WalletError, type WalletReason } from './wallet-error.ts'

/** Why a payment or a step did not happen, and what the person can do about it. */
const TEXTS: Record<WalletReason, MessageDescriptor> = {
  rejected: msg`You declined in your wallet. Nothing was sent.`,
  pending: msg`Your wallet still has an older request open. Answer it there, then try again.`,
  wallet: msg`No wallet was found in this browser. Open or install the wallet you logged in with, then try again.`,
  locked: msg`The wallet did not give an address. Unlock it and try again.`,
  choose: msg`Which of your wallets do you want to use?`,
  account: msg`Your wallet shows an address that is not linked to your account. Choose a linked one in the wallet, or link this one.`,
  known: msg`This wallet address is already linked. Choose another one in the wallet, then try again.`,
  chain: msg`Your wallet is on another network. Switch it to the network of this page, then try again. Nothing was sent.`,
  contract: msg`The contract on your wallet’s network is not this site’s contract. Nothing was sent. Check the network settings of your wallet, or write to us.`,
  funds: msg`Insufficient balance of this token. Add funds, or choose another token.`,
  gas: msg`Insufficient ETH for the network fee (a few cents). Add ETH, then try again.`,
  expired: msg`The quote has expired. Nothing was paid. Check the new price and confirm again.`,
  moved: msg`The order has changed in the meantime. Nothing was sent. Check it again.`,
  figures: msg`The amounts of this dispute have changed in the meantime. Nothing was sent. Check them again.`,
  early: msg`According to the chain’s clock, it is too early for this. Nothing was sent. Wait a little, then try again.`,
  late: msg`According to the chain’s clock, the period for this has ended. Nothing was sent. Check the order again.`,
  paused: msg`New orders are paused at the moment. Nothing was paid. Existing orders continue. Try again later.`,
  token: msg`Orders can no longer be paid with this token. Nothing was paid. Choose another token.`,
  limit: msg`The gas limit is too low for the payments of this step. Nothing was sent. Let your wallet choose the limit, then try again.`,
  receiver: msg`This address cannot receive the payment. Nothing was sent. Enter another address.`,
  admin: msg`This wallet is no longer an admin of the contract. Nothing was sent.`,
  listed: msg`The contract’s list of creators has changed in the meantime. Nothing was sent. Close this dialog, then open it again.`,
  withdrawn: msg`Nothing is owed to this wallet any more. The payment may have been withdrawn already. Nothing was sent.`,
  fees: msg`The platform’s fees have risen since this price was quoted. Nothing was paid. Check the new fee above, then confirm again.`,
  reverted: msg`The transaction failed on chain. Only the network fee was paid. Reload the page to see the current state, then try again.`,
  sent: msg`Your wallet has sent the transaction, but the network is not responding. Do not send it again: the result will appear here automatically.`,
  unsent: msg`Your wallet reported an error, but it may have sent the transaction. Wait two minutes and check the result before you try again.`,
  unsupported: msg`Your wallet does not support this step. Nothing was sent. Try again, or use another wallet.`,
  failed: msg`Your wallet could not send this. Nothing was paid. Try again, or use another wallet.`,
}

/** The text for a transaction that did not succeed. */
export function transactionText(error: unknown, i18n: I18n): string {
  if (error instanceof ApiError) return errorText(error)
  return i18n._(TEXTS[error instanceof WalletError ? error.reason : 'failed'])
}

/**
 * Says that the server has not recorded a step that is on chain. Most errors mean only that the cron will record it, and their own texts are
 * about a request that changed nothing.
 */
export function reportUnrecorded(error: ApiError, i18n: I18n): void {
  if (isFinal(error)) toast(errorText(error), 'bad')
  else toast(i18n._(msg`Your transaction is on chain. This site shows the result automatically, usually within a minute.`), 'info')
}
