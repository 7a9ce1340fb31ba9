import type { JobType } from '../../workers/listings/jobs.schema.ts'
import type { Period } from '../../workers/listings/money.schema.ts'

/** The title and description of a page in search results and link previews. The product's name follows the title. */
interface PageText {
  title: string
  description: string
}

/** Texts in the pictures of link previews. */
interface PictureLabels {
  kinds: Record<'services' | 'jobs' | 'events', string>
  /** A price of a service: the cheapest of its plans if there are several. */
  price: (price: string, isHourly: boolean, isCheapest: boolean) => string
  free: string
  pay: Record<Period, (sum: string) => string>
  bidsFrom: (price: string) => string
  contracts: Record<JobType, string>
  remote: string
  online: string
}

/**
 * A catalog of the edge: the texts of pages without a listing or member, those of the results of a search, the descriptions of a member and of
 * a creator who have not written one, and what a visitor can do on the pages of categories, which follows the names of subcategories in their descriptions.
 */
export type PageTexts = Record<
  | 'home'
  | 'welcome'
  | 'services'
  | 'jobs'
  | 'events'
  | 'news'
  | 'trending'
  | 'following'
  | 'sharedList'
  | 'faq'
  | 'privacy'
  | 'terms'
  | 'about'
  | 'notice'
  | 'creatorSignUp'
  | 'offline'
  | 'confirm'
  | 'reset'
  | 'lost',
  PageText
> & {
  results: (text: string) => PageText
  describePerson: (name: string) => string
  describeCreator: (title: string) => string
  categoryLeads: Record<'services' | 'jobs' | 'events', string>
  picture: PictureLabels
}
