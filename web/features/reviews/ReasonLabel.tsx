import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ConversationReason } from '../../../workers/orders/conversation-reports.schema.ts'
import type { ReportReason } from '../../../workers/orders/reports.schema.ts'

export type AnyReason = ReportReason | ConversationReason

const REASONS = {
  spam: msg`Advertising or spam`,
  abuse: msg`Insults or threats`,
  private: msg`Someone’s private data`,
  untrue: msg`Not about this order`,
  fraud: msg`Fraud, or payment outside of this site`,
  other: msg`Something else`,
} satisfies Record<AnyReason, unknown>

/** The text of the reason of a report, also of one about messages. */
export function ReasonLabel({ reason }: { reason: AnyReason }) {
  const { i18n } = useLingui()
  return i18n._(REASONS[reason])
}
