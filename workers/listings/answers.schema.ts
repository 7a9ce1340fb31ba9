import {
  array,
  boolean,
  description,
  entriesFromList,
  exactOptional,
  literal,
  nullable,
  number,
  picklist,
  pipe,
  record,
  strictObject,
  string,
  variant,
} from 'valibot'
import { microUsd, nextCursor, opaqueId, text, time, whole } from '../shared/answers.schema.ts'
import { DEFAULT_LOCALE, LOCALE_CODES } from '../shared/locales.schema.ts'
import { media } from '../uploads/answers.schema.ts'
import { APPLICATION_STATUS } from './applications.schema.ts'
import { EVENT_TYPES, THEMES } from './events.schema.ts'
import { JOB_TYPES } from './jobs.schema.ts'
import { MAX_TOTAL } from './listings.schema.ts'
import { CURRENCIES, type Currency, PERIODS } from './money.schema.ts'

/** Schemas of the answers of this area's calls. */

/** A name in the languages of the interface. Only the name in the default language is always present. */
const labelEntries = { ...entriesFromList(LOCALE_CODES, exactOptional(string())), [DEFAULT_LOCALE]: string() }
const label = strictObject(labelEntries)
const categoryCount = strictObject({ id: string(), ...labelEntries, count: whole('Number of published listings.') })
export const categories = strictObject({
  categories: pipe(array(categoryCount), description('In display order.')),
  subs: pipe(nullable(array(categoryCount)), description('Subcategories of the requested category; null without one.')),
})
const cityEntries = { cityId: whole('GeoNames id of the city.'), en: string(), ja: string() }
export const cities = strictObject({
  cities: array(strictObject({ name: text('The name in the requested language.'), ...cityEntries })),
})

const poster = strictObject({
  userId: whole('Id of the user.'),
  name: string(),
  title: string(),
  image: nullable(opaqueId('Media id of the picture of the profile.')),
  country: nullable(text('ISO 3166 code.')),
})

const cardEntries = {
  id: whole('Id of the listing.'),
  lang: text('Language of the texts.'),
  category: string(),
  categoryLabel: label,
  title: string(),
  descriptionPreview: string(),
  price: microUsd('The price: of the cheapest plan, the bid base, or a place; 0 if there is none'),
  place: pipe(
    nullable(strictObject({ country: text('ISO 3166 code.'), city: strictObject(cityEntries) })),
    description('Null for an online listing.'),
  ),
  picture: nullable(media),
  pictures: whole('Number of pictures.'),
  poster,
  rating: nullable(
    strictObject({ mean: pipe(number(), description('Mean of 1 to 5, with two decimals.')), count: whole('Number of visible reviews.') }),
  ),
  enabled: boolean(),
  createdAt: time('When the listing was created'),
}
const serviceCardEntries = {
  listType: literal('services'),
  ...cardEntries,
  hourly: pipe(boolean(), description('Whether the price is per hour.')),
}
const jobCardEntries = {
  listType: literal('jobs'),
  ...cardEntries,
  job: strictObject({
    jobType: picklist(JOB_TYPES),
    duration: nullable(whole('Weeks; null for a full-time job.')),
    bidding: boolean(),
    bidBase: nullable(microUsd('The price that bids start from')),
    salary: nullable(
      strictObject({
        amount: whole("Amount in the currency's smallest unit (cents, yen)."),
        currency: picklist(Object.keys(CURRENCIES) as Currency[]),
        period: picklist(PERIODS),
      }),
    ),
  }),
}
const eventCardEntries = {
  listType: literal('events'),
  ...cardEntries,
  event: strictObject({
    eventType: picklist(EVENT_TYPES),
    event_date: time('Start'),
    end_date: time('End'),
    timeZone: text('IANA name of the time zone in which the host entered the times.'),
    duration: whole('Days, rounded up.'),
    paid: boolean(),
    maxAttendees: nullable(whole('Number of places; null for no limit.')),
    attendees: whole('Number of accepted applications.'),
    location: nullable(text('Address or link; null if there is none or if it is hidden from the caller.')),
    hide_location: boolean(),
    theme: picklist(THEMES),
  }),
}
export const serviceCard = strictObject(serviceCardEntries)
export const card = variant('listType', [serviceCard, strictObject(jobCardEntries), strictObject(eventCardEntries)])
export const listingPage = strictObject({
  services: pipe(array(card), description('Listings of every type.')),
  creators: exactOptional(
    pipe(
      array(
        strictObject({
          user_id: whole('Id of the user.'),
          title: string(),
          name: string(),
          image: nullable(opaqueId('Media id of the picture of the profile.')),
          creator: nullable(text('The name of a creator, whose page is at `/{name}/`.')),
        }),
      ),
      description('On the first page: people whose name, username, title, description or creator page has the words of the search.'),
    ),
  ),
  next: nextCursor,
  total: exactOptional(whole(`How many listings have all words of the search, at most ${MAX_TOTAL}.`)),
  corrected: exactOptional(nullable(text('The text that was searched instead, because nothing has the words of the request.'))),
  proposal: exactOptional(nullable(text('A text that may be meant.'))),
  isPartial: exactOptional(pipe(boolean(), description('Whether listings with only some of the words follow.'))),
})
export const places = strictObject({
  cities: pipe(
    array(
      strictObject({
        ...cityEntries,
        country: text('ISO 3166 code.'),
        latitude: pipe(number(), description('Degrees north.')),
        longitude: pipe(number(), description('Degrees east.')),
        count: whole('Number of listings found there.'),
      }),
    ),
    description('The city with the most listings first.'),
  ),
})
export const related = strictObject({
  seller: pipe(array(serviceCard), description('Others of the same seller.')),
  related: pipe(array(serviceCard), description('Of other sellers in the same category.')),
})

export const application = strictObject({
  id: opaqueId('Id of the application.'),
  listingId: whole('Id of the listing.'),
  listType: picklist(['jobs', 'events']),
  title: text('Title of the listing.'),
  user_id: whole('Id of the applicant.'),
  name: string(),
  has_profile: boolean(),
  image: nullable(opaqueId('Media id of the picture of the profile.')),
  date: time('When the application was sent'),
  message: string(),
  cv_path: nullable(opaqueId('The `path` for downloadPrivateFile.')),
  cv_filename: nullable(string()),
  bid_price: nullable(microUsd('The price of the bid')),
  bid_service: nullable(whole("Id of the applicant's service.")),
  bid_service_title: nullable(string()),
  bid_delivery: nullable(whole('Days that the applicant needs.')),
  bid_order: nullable(
    opaqueId('Id of the newest order of the accepted bid; null without one. A cancelled or rejected order does not count.'),
  ),
  status: picklist(APPLICATION_STATUS),
  answer: text("The owner's message with the answer."),
  answeredAt: nullable(time('When it was answered')),
  position: nullable(whole('Position in the waiting list, from 1.')),
  full: pipe(boolean(), description('Whether the event has no place left.')),
  place: pipe(
    nullable(
      strictObject({
        price: microUsd('The price at the admission'),
        payBy: time('Until when it can be paid'),
        orderId: nullable(opaqueId('Id of the order that pays it; null while it is not paid.')),
        isOrderAccepted: pipe(boolean(), description('Whether the host has accepted the order, which shows a hidden location.')),
      }),
    ),
    description('The place at a paid event, of an accepted applicant; null if nothing is to be paid.'),
  ),
})
export const applicationPage = strictObject({ applications: array(application), next: nextCursor })
export const oneApplication = strictObject({ application })
export const withdrawnApplication = strictObject({ id: opaqueId('Id of the application.') })

const listingEntries = {
  type: picklist(['FREELANCE', 'LOCALS', 'JOBS', 'EVENTS', 'STORES']),
  subCategory: string(),
  subCategoryLabel: nullable(label),
  account: text("The seller's payout wallet; empty if there is none."),
  description: text('Sanitized HTML.'),
  media: array(media),
  updatedAt: time('When it was last changed'),
  hidden: pipe(boolean(), description('Whether the team has hidden it after a report. Only its owner can read it then.')),
}
const applicationEntries = {
  application: pipe(nullable(application), description("The caller's application.")),
  waiting: nullable(whole('Number of applications without an answer; null for everybody except the owner.')),
}
const plan = strictObject({
  price: microUsd('Price, per hour if hourly'),
  delivery: whole('Days.'),
  description: string(),
  features: array(string()),
  hourly: boolean(),
  revisions: whole('Number of revisions.'),
})
export const listing = variant('listType', [
  strictObject({
    ...serviceCardEntries,
    ...listingEntries,
    options: pipe(record(string(), plan), description('The plans by their titles, in order.')),
  }),
  strictObject({ ...jobCardEntries, ...listingEntries, ...applicationEntries }),
  strictObject({
    ...eventCardEntries,
    ...listingEntries,
    ...applicationEntries,
    sponsors: array(strictObject({ name: string(), url: nullable(string()) })),
  }),
])

const parts = (of: string) => array(whole(`Number of a part that has ${of}.`))
export const listingParts = strictObject({ services: parts('services'), jobs: parts('jobs'), events: parts('events that are not over') })
export const listingPart = strictObject({
  listings: array(strictObject({ id: whole('Id of the listing.'), title: string(), updatedAt: time('When the listing was changed') })),
})
export const toggled = strictObject({ id: whole('Id of the listing.'), enabled: boolean() })
export const deleted = strictObject({ id: whole('Id of the listing.') })
export const saved = strictObject({
  id: whole('Id of the listing.'),
  created: pipe(boolean(), description('False for a change, and for a repeated request.')),
})
