import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError } from '../lib/api-error.ts'
import { errorText } from '../lib/errors.ts'
import { WalletError, type WalletReason } from './wallet-error.ts'

const NO_WALLET = msg`No wallet was found in this browser. Open or install the wallet you signed in with, then try again.`
const OTHER_ACCOUNT = msg`Your wallet shows an account that is not linked to your profile. Choose the linked one in the wallet, or link this one.`

/** Why a payment or a step did not happen, and what the person can do about it. */
const TEXTS: Record<WalletReason, MessageDescriptor> = {
  rejected: msg`You declined in your wallet. Nothing was sent.`,
  pending: msg`Your wallet still has an older request open. Answer it there, then try again.`,
  wallet: NO_WALLET,
  locked: NO_WALLET,
  choose: msg`Which of your wallets do you want to use?`,
  account: OTHER_ACCOUNT,
  known: OTHER_ACCOUNT,
  chain: msg`Your wallet is on another network. Switch it to the network of this page, then try again. Nothing was sent.`,
  contract: msg`The contract your wallet sees is not the one we know. Nothing was sent. Check the network settings of your wallet, or write to us.`,
  funds: msg`There is not enough of this token in your wallet. Add some, or choose another one.`,
  gas: msg`There is not enough ETH in your wallet for the network fee, a few cents. Add a little, then try again.`,
  expired: msg`The quoted price has run out. Look at the new sums and confirm again. Nothing was paid.`,
  moved: msg`The order has changed meanwhile. Look at it again; nothing was sent.`,
  figures: msg`The figures of this dispute have changed meanwhile. Look at them again; nothing was sent.`,
  early: msg`It is too early for this by the clock of the chain. Wait a little, then try again; nothing was sent.`,
  late: msg`The time for this is over by the clock of the chain. Look at the order again; nothing was sent.`,
  paused: msg`New orders are paused at the moment. Nothing was paid; orders already made go on.`,
  limit: msg`The gas limit is too low for the payments of this step. Let your wallet choose the limit, then try again; nothing was sent.`,
  fees: msg`The platform’s fees have risen since this price was quoted. Nothing was paid. Look at the new fee above, then confirm again.`,
  reverted: msg`The transaction failed on chain. Nothing was paid except the network fee.`,
  sent: msg`The transaction left your wallet, but the network does not answer. Do not send it again: what became of it shows here by itself.`,
  failed: msg`Your wallet could not send this. Nothing was paid. Try again, or use another wallet.`,
}

/** The text for a transaction that did not succeed, or that the server did not record. */
export function transactionText(error: unknown, i18n: I18n): string {
  if (error instanceof ApiError) return errorText(error)
  return i18n._(TEXTS[error instanceof WalletError ? error.reason : 'failed'])
}
