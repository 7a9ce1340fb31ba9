import type { CallsOf, Documentation, DocumentedCall } from '../shared/documentation.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import * as answers from './answers.schema.ts'
import { LIMITS } from './fields.schema.ts'
import { SHORTEST_TITLE } from './generated-text.schema.ts'
import type { ListingsApi } from './index.ts'
import { MAX_COUNTED, MAX_SORTED } from './listings.schema.ts'
import { savedListCalls, savedSearchCalls } from './saved/documentation.ts'

const COUNT = new Intl.NumberFormat('en')
const listType = '`services`, `jobs` or `events`, in lower or upper case.'
const id = 'Id of the listing.'
const part = `Number of the part: ids from ${PART_SIZE} times this number on, at most ${PART_SIZE}.`
const cursor = 'The `next` of the previous page.'
const SAVE: ErrorCode[] = [
  'bad_request',
  'idempotency_key_reused',
  'profile_required',
  'wallet_required',
  'template_text',
  'listing_rule',
  'media_not_yours',
  'listing_not_found',
  'listing_hidden',
  'forbidden',
]
const saving = {
  about:
    'With `product.id` it changes a listing of the caller. With the header Idempotency-Key a repeated request publishes nothing twice.',
  limits: { 'New listings': EVENTS.newListing },
  answer: answers.saved,
} satisfies Partial<DocumentedCall>
const draftFields = {
  id: 'Id of the listing to change; missing for a new one.',
  title: `${SHORTEST_TITLE} to ${LIMITS.title} characters.`,
  subCategory: 'A subcategory of the category.',
  descriptionPreview: `The text of the card: at most ${LIMITS.descriptionPreview} characters.`,
  'product.description': `HTML with at least 100 characters of text; sanitized, then at most ${COUNT.format(LIMITS.description)} characters.`,
  country: 'ISO 3166 code.',
  city: 'GeoNames id.',
  cityId: 'GeoNames id.',
  media: 'Media ids of finished files of the caller, in order.',
}

const queryFields = {
  feed: 'All other fields except the cursor are then ignored. `following` requires a session.',
  type: '`services`, `jobs`, `events` or `all`, in lower or upper case. `all` finds a few suggestions of every type, without pages.',
  text: 'Search text. An empty text means no search.',
  subcategory: 'Alias of `subCategory`.',
  userId: 'Id of the poster. The caller also gets own hidden listings.',
  country: 'ISO 3166 code or name.',
  city: 'GeoNames id or name.',
  minPrice: 'Lowest price, in micro-USD (1,000,000 is one dollar).',
  maxPrice: 'Highest price, in micro-USD (1,000,000 is one dollar).',
  delivery: 'Services that a plan delivers within this number of days.',
  rating: 'Lowest mean rating, 1 to 5.',
  lang: 'Language of the listing, an ISO 639 code.',
  within: 'Listings that are not older than this number of days.',
  contract: 'Contract of the job.',
  minSalary: 'Lowest salary of the job, in the smallest unit of its currency.',
  currency: 'Currency of the salary.',
  period: 'Period of the salary.',
  from: 'Events that end at this time or later.',
  to: 'Events that start at this time or earlier.',
  sort: `\`best\` ranks a search; without a text it means \`newest\`, or \`soonest\` for events. \`priceDown\` starts with the highest price. Only the ${MAX_SORTED} newest hits are sorted by the other orders.`,
  languages:
    'Languages that the reader reads, separated by commas. A search ranks their listings higher. In a category they come before all others, except events, which are sorted by time.',
  cursor,
}

const calls: CallsOf<ListingsApi, 'listings'> = {
  'GET /api/listings/query': {
    summary: 'Search listings, or get a feed',
    answer: answers.listingPage,
    fields: queryFields,
    errors: ['unauthorized'],
  },
  'GET /api/listings/queryPlaces': {
    summary: 'Count the local listings that a query finds, by city',
    about: `Takes the fields of \`query\`, and counts the newest ${COUNT.format(MAX_COUNTED)} local listings that have all words. Empty for \`feed\`, for the type \`all\`, and for online listings.`,
    answer: answers.places,
    fields: queryFields,
    errors: [],
  },
  'GET /api/listings/related': {
    summary: 'Get services to show below a service',
    answer: answers.related,
    fields: { id: 'Id of the service.' },
    errors: [],
  },
  'GET /api/listings/getListing': {
    summary: 'Get a listing',
    answer: answers.listing,
    fields: { id, listType },
    errors: ['listing_not_found'],
  },
  'POST /api/listings/toggleService': {
    summary: 'Publish or hide a listing of any type',
    answer: answers.toggled,
    fields: { serviceId: id, listType },
    errors: ['listing_not_found', 'listing_hidden', 'forbidden'],
  },
  'POST /api/listings/deleteListing': {
    summary: 'Delete a listing',
    answer: answers.deleted,
    fields: { id, listType },
    errors: ['listing_not_found', 'forbidden'],
  },
  'POST /api/listings/addService': {
    summary: 'Publish or change a service',
    ...saving,
    fields: {
      ...draftFields,
      options: `1 to ${LIMITS.options} plans by their titles.`,
      'product.options.description': `10 to ${LIMITS.optionDescription} characters.`,
      features: `At most ${LIMITS.features} lines with at most ${LIMITS.feature} characters each.`,
      price: 'Micro-USD (1,000,000 is one dollar), per hour if hourly.',
      delivery: 'Days.',
      revisions: 'Number of revisions.',
    },
    errors: SAVE,
  },
  'POST /api/listings/addJob': {
    summary: 'Publish or change a job',
    ...saving,
    fields: {
      ...draftFields,
      duration: 'Weeks; only for contracts.',
      bidBase: 'Micro-USD (1,000,000 is one dollar); only with bidding.',
      bidbase: 'Former name of `bidBase`.',
      amount: "Amount in the currency's smallest unit (cents, yen).",
    },
    errors: SAVE.filter((code) => code !== 'wallet_required'),
  },
  'POST /api/listings/addEvent': {
    summary: 'Publish or change an event',
    ...saving,
    fields: {
      ...draftFields,
      event_date: 'Start, in UTC seconds.',
      end_date: 'End, in UTC seconds.',
      duration: 'Days; used without an `end_date`.',
      timeZone: 'IANA time zone of the place.',
      price: 'Micro-USD (1,000,000 is one dollar) per place; only if paid.',
      maxAttendees: 'Number of places; null for no limit.',
      location: `Address or link: at most ${LIMITS.location} characters.`,
      sponsors: `At most ${LIMITS.sponsors}, each a name or a name with a URL.`,
      name: `At most ${LIMITS.sponsorName} characters.`,
    },
    errors: SAVE,
  },
  'POST /api/listings/submitApplication': {
    summary: 'Apply to a job or request to join an event',
    about: 'A second call changes the application until it is answered.',
    answer: answers.oneApplication,
    fields: {
      message: `At most ${COUNT.format(LIMITS.message)} characters; required for a job.`,
      jobId: 'Id of the job; either this or `eventId`.',
      eventId: 'Id of the event.',
      cvPath: 'The `path` of uploadFile.',
      bidPrice: 'Micro-USD (1,000,000 is one dollar).',
      bidDelivery: 'Days.',
      bidService: "Id of the caller's service that backs the bid.",
    },
    errors: [
      'username_required',
      'listing_not_found',
      'own_listing',
      'event_over',
      'bid_service_required',
      'application_rule',
      'media_not_yours',
      'application_answered',
    ],
  },
  'GET /api/listings/getApplications': {
    summary: 'List applications',
    about: "Those to a job or event of the caller, or without an id the caller's own. Newest first, `waiting` oldest first.",
    answer: answers.applicationPage,
    fields: { jobId: 'Id of a job.', eventId: 'Id of an event.', cursor },
    errors: ['listing_not_found', 'forbidden'],
  },
  'POST /api/listings/answerApplication': {
    summary: 'Accept or decline an application',
    answer: answers.oneApplication,
    fields: {
      id: 'Id of the application.',
      message: `At most ${COUNT.format(LIMITS.message)} characters.`,
      bidPrice: 'The price of the bid as it was shown (micro-USD); if it is another by now, the call answers `conflict`.',
      bidDelivery: 'The same for its days.',
    },
    errors: ['application_not_found', 'listing_hidden', 'event_full', 'event_over', 'application_answered', 'conflict'],
  },
  'POST /api/listings/withdrawApplication': {
    summary: 'Withdraw an application',
    about: 'Also an accepted one. An accepted bid can then no longer be ordered; its orders stay.',
    answer: answers.withdrawnApplication,
    fields: { id: 'Id of the application.' },
    errors: ['application_not_found', 'application_answered', 'place_paid', 'place_quoted'],
  },
  'GET /api/listings/getCategories': {
    summary: 'Get the categories of a type of listings',
    about: 'The counts are those of the last minute.',
    answer: answers.categories,
    fields: { listType, category: 'Id of a category: answers its subcategories too.' },
    errors: [],
  },
  'GET /api/listings/queryCities': {
    summary: 'Find cities by the beginning of their name',
    answer: answers.cities,
    fields: { cityId: 'GeoNames id: answers only this city.', country: 'ISO 3166 code.', text: 'Empty: the largest cities.' },
    errors: [],
  },
  'GET /api/listings/getListingParts': {
    summary: 'List the parts of the sitemap that have listings',
    answer: answers.listingParts,
    errors: [],
  },
  'GET /api/listings/getListingPart': {
    summary: 'List the published listings of a part of the sitemap',
    answer: answers.listingPart,
    fields: { listType, part },
    errors: [],
  },
  'POST /api/listings/generateText': {
    summary: "Propose a text from a listing's title",
    answer: {
      contentType: 'application/x-ndjson',
      about:
        'Lines of JSON: pieces of text `{"delta"}`, then the complete text `{"content"}` or the error that ended the stream `{"error":{"code"}}`.',
    },
    fields: { text: `The title: ${SHORTEST_TITLE} to ${LIMITS.title} characters.` },
    errors: ['unavailable', 'outside_unavailable'],
  },
  ...savedListCalls,
  ...savedSearchCalls,
}

export const documentation: Documentation = {
  about: 'Services, jobs and events, search, saved listings and searches, and applications.',
  calls,
  schemas: {
    Listing: answers.listing,
    ListingCard: answers.card,
    ServiceCard: answers.serviceCard,
    Application: answers.application,
  },
}
