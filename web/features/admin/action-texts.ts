import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AuditAction } from '../../../workers/shared/audit-actions.schema.ts'

/** What an entry of the audit log says was done. */
export const actionTexts: Record<AuditAction, MessageDescriptor> = {
  disputeDecided: msg`Dispute decided`,
  reviewHidden: msg`Review hidden`,
  answerHidden: msg`Answer hidden`,
  reportsDismissed: msg`Reports dismissed`,
  conversationReportClosed: msg`Report about messages closed`,
  sponsorshipClosed: msg`Request to sponsor closed`,
  creatorApplicationAsked: msg`Applicant asked a question`,
  creatorApplicationRefused: msg`Creator application refused`,
  creatorEnabled: msg`Creator enabled`,
  creatorRestored: msg`Creator restored`,
  creatorRemoved: msg`Creator removed`,
  creatorPromoted: msg`Creator promoted`,
  creatorUnpromoted: msg`Creator no longer promoted`,
  creatorWalletAdded: msg`Wallet added to the creators of the contract`,
  creatorWalletRemoved: msg`Wallet removed from the creators of the contract`,
  adminAdded: msg`Admin added`,
  adminRemoved: msg`Admin removed`,
  ownershipOffered: msg`New owner proposed`,
  ownershipTransferred: msg`Owner changed`,
  treasuryChanged: msg`Receiver of fees changed`,
  defaultFeeChanged: msg`Default fee changed`,
  arbitrationFeeChanged: msg`Arbitration fee changed`,
  customFeeChanged: msg`Custom fee changed`,
  payableTokenChanged: msg`Token enabled or disabled`,
  pausedChanged: msg`New orders or sales paused or resumed`,
  feesWithdrawn: msg`Fees withdrawn`,
  postHidden: msg`Post hidden`,
  postRestored: msg`Post shown again`,
  commentHidden: msg`Comment hidden`,
  commentRestored: msg`Comment shown again`,
  postReportsDismissed: msg`Reports about posts dismissed`,
}
