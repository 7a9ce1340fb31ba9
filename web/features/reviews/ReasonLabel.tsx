import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReportReason } from '../../../workers/orders/reports.schema.ts'

const REASONS = {
  spam: msg`Advertising or spam`,
  abuse: msg`Insults or threats`,
  private: msg`Someone’s private data`,
  untrue: msg`Not about this order`,
  other: msg`Something else`,
} satisfies Record<ReportReason, unknown>

/** The text of a report's reason. */
export function ReasonLabel({ reason }: { reason: ReportReason }) {
  const { i18n } = useLingui()
  return i18n._(REASONS[reason])
}
