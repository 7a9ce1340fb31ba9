import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApplicationRule } from '../../../workers/listings/applications.schema.ts'

/** The text for each broken rule of an application, shown at its field. */
export const APPLICATION_TEXTS: Record<ApplicationRule | 'too_long', MessageDescriptor> = {
  message_missing: msg`Please write a message.`,
  bid_service_missing: msg`Please choose one of your services.`,
  bid_price_missing: msg`Please add your price.`,
  price_low: msg`Please set a price of at least 5 dollars.`,
  price_high: msg`Please set a price of at most 1,000,000 dollars.`,
  delivery_short: msg`Please set a delivery date of at least 1 day.`,
  delivery_long: msg`Please set a delivery time of at most 365 days.`,
  too_long: msg`This is too long. Please shorten it.`,
}
