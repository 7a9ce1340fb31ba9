import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AnyRule } from './draft.ts'

/** The text for each broken rule, shown at its field and in the dialog. */
export const RULE_TEXTS: Record<AnyRule, MessageDescriptor> = {
  title_short: msg`Please Provide a descriptive title.`,
  category_missing: msg`Please select a category.`,
  profile_required: msg`Please setup your profile and a valid username.`,
  wallet_required: msg`Link a wallet to publish this.`,
  preview_short: msg`Please create a longer card description.`,
  template_text: msg`Please replace the lines in brackets with your own words.`,
  description_short: msg`Please create a longer main description.`,
  price_low: msg`Please set a price of at least 5 dollars.`,
  price_high: msg`Please set a price of at most 1,000,000 dollars.`,
  delivery_short: msg`Please set a delivery date of at least 1 day.`,
  delivery_long: msg`Please set a delivery time of at most 365 days.`,
  option_description_short: msg`Please set a longer description for your offerings.`,
  media_missing: msg`Please add media to your service.`,
  place_missing: msg`Please add a valid country and city.`,
  // jobs
  bid_base_missing: msg`Please add a bidding price.`,
  duration_range: msg`Please set a duration of 1 to 260 weeks.`,
  salary_range: msg`Please add a valid salary.`,
  // events
  date_missing: msg`Please add a date and a time.`,
  date_order: msg`Please set an end that is after the start.`,
  date_long: msg`Please set a duration of at most 366 days.`,
  date_past: msg`Please choose a date that is not in the past.`,
  date_far: msg`Please choose a date within the next ten years.`,
  paid_end_far: msg`A paid event must end within 365 days. The escrow cannot hold a payment for longer.`,
  ticket_price: msg`Please add a price, or make the event free.`,
  capacity_range: msg`Please set 1 to 100,000 places, or leave the field empty.`,
  capacity_taken: msg`You have already accepted more attendees than this. Enter more places.`,
  url: msg`Please add a link that starts with https.`,
  // rules of the schema
  too_long: msg`This is too long. Please shorten it.`,
  too_many: msg`This field has too many entries. Please remove some.`,
  titles: msg`Please give each plan its own short name.`,
  unknown: msg`Please choose one from the list.`,
}
