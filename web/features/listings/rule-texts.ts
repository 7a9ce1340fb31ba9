import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DraftFault } from './draft.ts'

/** What a person reads for each rule, beside the field and in the dialog. */
export const RULE_TEXTS: Record<DraftFault['rule'], MessageDescriptor> = {
  title_short: msg`Please Provide a descriptive title.`,
  category_missing: msg`Please select a category.`,
  profile_required: msg`Please setup your profile and a valid username.`,
  wallet_required: msg`Please login and connect a wallet.`,
  preview_short: msg`Please create a longer card description.`,
  description_short: msg`Please create a longer main description.`,
  price_low: msg`Please set a price of at least 5 dollars.`,
  price_high: msg`Please set a price of at most 1,000,000 dollars.`,
  delivery_short: msg`Please set a delivery date of at least 1 day.`,
  delivery_long: msg`Please set a delivery date of at most 365 days.`,
  option_description_short: msg`Please set a longer description for your offerings.`,
  media_missing: msg`Please add media to your service.`,
  too_long: msg`This is too long. Please shorten it.`,
  too_many: msg`These are too many. Please leave some out.`,
  titles: msg`Please give every plan a short name of its own.`,
  unknown: msg`Please select a category.`,
}
