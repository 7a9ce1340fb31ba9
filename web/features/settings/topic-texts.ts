import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Topic } from '../../../workers/notifications/settings.schema.ts'

/** The name of each topic of notifications. */
export const TOPIC_TEXTS: Record<Topic, MessageDescriptor> = {
  sales: msg`New orders`,
  orders: msg`Updates to orders`,
  payments: msg`Payments that could not be sent`,
  disputes: msg`Disputes`,
  places: msg`Places at paid events`,
  reviews: msg`Reviews and answers`,
  reminders: msg`Reminders of deadlines`,
  saved: msg`Saved searches`,
  offers: msg`Custom offers`,
  creators: msg`Creator application and page`,
  listings: msg`Decisions of the team about your listings`,
}
